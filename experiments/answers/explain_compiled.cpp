// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain_compiled.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "sim/simulate.h"

namespace spillway {
namespace {

constexpr Bytes stream_alignment = 16;

/// The addresses [begin, end) in a memory.
struct Extent {
  Address begin = 0;
  Address end = 0;

  void include(const Extent& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

Extent extent_of(const Access& access) {
  const std::int64_t across_rows = (access.rows - 1) * access.row_stride;
  const std::int64_t across_planes = (access.planes - 1) * access.plane_stride;
  const auto below =
      std::min<std::int64_t>(across_rows, 0) + std::min<std::int64_t>(across_planes, 0);
  const auto above =
      std::max<std::int64_t>(across_rows, 0) + std::max<std::int64_t>(across_planes, 0);
  const auto address = static_cast<std::int64_t>(access.address);
  return {static_cast<Address>(address + below),
          static_cast<Address>(address + above + access.run)};
}

// The operands of an operator that are outside the fast memory. The key is a data class and a
// memory; the value is the address range that the operator's kernels and transfers use in this
// memory for data of this class.
using Operands = std::map<std::pair<DataClass, MemoryIndex>, Extent>;

void note(const Access& access, MemoryIndex fast, Operands& operands) {
  if (access.memory == fast) return;
  const Extent extent = extent_of(access);
  const auto [entry, added] =
      operands.try_emplace({access.data, static_cast<MemoryIndex>(access.memory)}, extent);
  if (!added) entry->second.include(extent);
}

void note_all(const Program& program, const Range& range, MemoryIndex fast, Operands& operands) {
  for (std::uint32_t i = 0; i < range.count; ++i) {
    note(program.accesses[range.first + i], fast, operands);
  }
}

Operands operands_of(const Program& program, std::size_t op, MemoryIndex fast) {
  Operands operands;
  for (const Kernel& kernel : program.kernels) {
    if (static_cast<std::size_t>(kernel.op) != op) continue;
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      const Block& block = program.blocks[kernel.blocks.first + i];
      note_all(program, block.reads, fast, operands);
      note_all(program, block.writes, fast, operands);
    }
  }
  for (const DmaTransfer& transfer : program.transfers) {
    if (static_cast<std::size_t>(transfer.op) == op) note(transfer.source, fast, operands);
  }
  return operands;
}

const char* data_class_text(DataClass data) {
  switch (data) {
    case DataClass::ifm:
      return "input";
    case DataClass::ifm2:
      return "second input";
    case DataClass::weights:
      return "weights";
    case DataClass::scales:
      return "scales";
    case DataClass::ofm:
      return "output";
    case DataClass::dma:
      return "fetched by the DMA,";
    case DataClass::tile:
    case DataClass::host:
    case DataClass::commands:
      break;
  }
  return "data";
}

/// Redirects accesses to another memory: all accesses that begin within an address range of one
/// memory.
class AddressMove {
 public:
  AddressMove(MemoryIndex from, const Extent& extent, MemoryIndex to, Address address)
      : from_(from), to_(to), extent_(extent), address_(address) {}

  void apply(Program& program) const {
    for (Access& access : program.accesses) apply(access);
    for (DmaTransfer& transfer : program.transfers) {
      apply(transfer.source);
      if (!transfer.internal) apply(transfer.destination);
    }
  }

 private:
  void apply(Access& access) const {
    if (access.memory != from_ || access.address < extent_.begin || access.address >= extent_.end) {
      return;
    }
    access.memory = static_cast<std::uint8_t>(to_);
    access.address = address_ + (access.address - extent_.begin);
  }

  MemoryIndex from_, to_;
  Extent extent_;
  Address address_;
};

Alternative simulate_moved_range(const PointResult& result, std::size_t op, DataClass data,
                                 MemoryIndex from, const Extent& extent, MemoryIndex fast) {
  const MemoryActivity& memory = at(result.timing.memories, fast);
  const Bytes room = (memory.peak + stream_alignment - 1) / stream_alignment * stream_alignment;
  Alternative alternative;
  alternative.data = fmt::format("{} at {}", data_class_text(data),
                                 with_thousands(static_cast<std::int64_t>(extent.begin)));
  alternative.from = from;
  alternative.bytes = static_cast<Bytes>(extent.end - extent.begin);
  alternative.missing = std::max<Bytes>(0, room + alternative.bytes - memory.capacity);
  Program program = result.program;
  AddressMove(from, extent, fast, static_cast<Address>(room)).apply(program);
  Target target = result.target;
  at(target.memories, fast).capacity += alternative.missing;
  const Timing timing = simulate(target, program, {});
  alternative.operator_cycles = timing.operators[op].total();
  alternative.total_cycles = timing.total;
  return alternative;
}

}  // namespace

std::vector<Alternative> compiled_alternatives(const PointResult& result, std::size_t op,
                                               MemoryIndex fast) {
  std::vector<Alternative> alternatives;
  for (const auto& [key, extent] : operands_of(result.program, op, fast)) {
    alternatives.push_back(simulate_moved_range(result, op, key.first, key.second, extent, fast));
  }
  return alternatives;
}

}  // namespace spillway
