// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "hwmodels/schedule.h"
#include "hwmodels/target/processor_family.h"
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

/// Redirects accesses to another memory. Redirects all accesses that begin within one address range
/// of one memory.
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

// Simulates a compiled network once for each operand of operator `op` outside memory `fast`, with
// the address range of this operand moved to `fast`. Returns one result per operand. Data that the
// DMA fetches for the operator count as an operand, too.
std::vector<Alternative> compiled_alternatives(const PointResult& result, std::size_t op,
                                               MemoryIndex fast) {
  std::vector<Alternative> alternatives;
  for (const auto& [key, extent] : operands_of(result.program, op, fast)) {
    alternatives.push_back(simulate_moved_range(result, op, key.first, key.second, extent, fast));
  }
  return alternatives;
}

constexpr Bytes alignment = 16;

bool live_ranges_overlap(const Residency& a, const Residency& b) {
  return a.lower < b.upper && b.lower < a.upper;
}

/// Returns the lowest aligned offset in `memory` at which the residency `moved` (a place of a
/// tensor) fits. Residencies of the same tensor, and residencies whose live ranges do not overlap
/// that of `moved`, are ignored.
Bytes lowest_free_offset(const Plan& plan, const Residency& moved, MemoryIndex memory) {
  std::vector<std::pair<Bytes, Bytes>> taken;
  for (const Residency& other : plan.residencies) {
    if (other.memory != memory || other.tensor == moved.tensor ||
        !live_ranges_overlap(other, moved)) {
      continue;
    }
    taken.emplace_back(other.offset, other.offset + other.size);
  }
  std::sort(taken.begin(), taken.end());
  Bytes offset = 0;
  for (const auto& [begin, end] : taken) {
    if (begin >= offset + moved.size) break;
    offset = std::max(offset, (end + alignment - 1) / alignment * alignment);
  }
  return offset;
}

MemoryIndex fastest_writable(const Target& target) {
  const auto found = std::find_if(target.memories.begin(), target.memories.end(),
                                  [](const MemorySpec& memory) { return !memory.read_only; });
  return static_cast<MemoryIndex>(found - target.memories.begin());
}

std::vector<TensorIndex> operands_of(const Operator& op) {
  std::vector<TensorIndex> operands;
  for (const auto* list : {&op.inputs, &op.outputs}) {
    for (const TensorIndex tensor : *list) {
      const bool seen = std::count(operands.begin(), operands.end(), tensor) > 0;
      if (tensor != no_tensor && !seen) operands.push_back(tensor);
    }
  }
  return operands;
}

/// If the plan fetches `weights` slice by slice into buffers, replaces the slices by one slice
/// without buffers. Operators then read the weights in place, from fast memory.
void read_in_place(Plan& plan, const Network& network, TensorIndex weights) {
  for (WeightFlow& flow : plan.weights) {
    const std::vector<TensorIndex>& inputs = at(network.operators, flow.op).inputs;
    if (flow.in_place() || std::count(inputs.begin(), inputs.end(), weights) == 0) continue;
    WeightFlowSlice whole;
    whole.first_channel = flow.slices.front().first_channel;
    for (const WeightFlowSlice& slice : flow.slices) {
      whole.weights += slice.weights;
      whole.scales += slice.scales;
    }
    flow.buffers.clear();
    flow.slices = {whole};
  }
}

/// Simulates the plan with all residencies (places) of `tensor` in memory `fast`, and returns the
/// times of operator `op` and of the run. If memory `fast` is too small for the tensor, the
/// simulation uses a larger memory.
Alternative simulate_with_tensor_in(const PointResult& result, std::size_t op, TensorIndex tensor,
                                    MemoryIndex fast) {
  Alternative alternative;
  alternative.tensor = tensor;
  Plan plan = result.plan.plan;
  Target target = result.target;
  Bytes& capacity = at(target.memories, fast).capacity;
  for (Residency& residency : plan.residencies) {
    if (residency.tensor != tensor || residency.memory == fast) continue;
    alternative.from = residency.memory;
    alternative.bytes = std::max(alternative.bytes, residency.size);
    residency.offset = lowest_free_offset(plan, residency, fast);
    residency.memory = fast;
    const Bytes missing = residency.offset + residency.size - capacity;
    alternative.missing = std::max(alternative.missing, missing);
  }
  if (at(result.network.tensors, tensor).kind == TensorKind::weight) {
    read_in_place(plan, result.network, tensor);
  }
  capacity += alternative.missing;
  at(plan.memories, fast).capacity += alternative.missing;
  const Timing timing =
      simulate(target, schedule(result.network, plan, target, result.family_options), {});
  alternative.operator_cycles = timing.operators[op].total();
  alternative.total_cycles = timing.total;
  return alternative;
}

bool is_outside_fast(const Plan& plan, TensorIndex tensor, MemoryIndex fast) {
  return std::any_of(plan.residencies.begin(), plan.residencies.end(), [&](const Residency& r) {
    return r.tensor == tensor && r.memory != fast && r.inside < 0 && r.size > 0;
  });
}

void count_blocks(const Program& program, Explanation& explanation) {
  for (const Kernel& kernel : program.kernels) {
    if (static_cast<std::size_t>(kernel.op) != explanation.op) continue;
    explanation.blocks += kernel.blocks.count;
    for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
      const Block& block = program.blocks[kernel.blocks.first + i];
      explanation.block_compute += block.compute;
      explanation.block_output += block.output;
    }
  }
}

void add_planned_alternatives(const PointResult& result, Explanation& explanation) {
  for (const TensorIndex tensor : operands_of(result.network.operators[explanation.op])) {
    if (!is_outside_fast(result.plan.plan, tensor, explanation.fast)) continue;
    try {
      explanation.alternatives.push_back(
          simulate_with_tensor_in(result, explanation.op, tensor, explanation.fast));
    } catch (const UserError& error) {
      explanation.refused.emplace_back(error.what());
    }
  }
}

}  // namespace

Explanation explain(const PointResult& result, std::size_t op) {
  const std::size_t count = result.timing.operators.size();
  if (op >= count) {
    throw usage_error("--op {}: the network has operators 0 to {}", op, count - 1);
  }
  Explanation explanation;
  explanation.op = op;
  explanation.fast = fastest_writable(result.target);
  count_blocks(result.program, explanation);
  if (compiled_family(result.network) != nullptr) {
    explanation.alternatives = compiled_alternatives(result, op, explanation.fast);
  } else {
    add_planned_alternatives(result, explanation);
  }
  std::stable_sort(explanation.alternatives.begin(), explanation.alternatives.end(),
                   [](const Alternative& a, const Alternative& b) {
                     return a.operator_cycles < b.operator_cycles;
                   });
  return explanation;
}

}  // namespace spillway
