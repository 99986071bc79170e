// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/chained_kernels.h"

#include <algorithm>
#include <vector>

#include "base/index.h"

namespace spillway::ethosu {
namespace {

// Returns the position of an access in the order in which a block reads: 0 for maps, 1 for weights,
// 2 for scales.
int order_of(const Access& access) {
  if (access.data == DataClass::weights) return 1;
  return access.data == DataClass::scales ? 2 : 0;
}

void copy(const std::vector<Access>& from, const Range& range, std::vector<Access>& to) {
  const auto first = from.begin() + range.first;
  to.insert(to.end(), first, first + range.count);
}

Range range_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

// Makes `first` the block of the joined kernel: adds the output cycles and the accesses of `second`
// to it. `from` has the program's accesses before the two kernels are joined. The accesses of both
// blocks are appended to `accesses`. The caller later replaces the program's accesses from index
// `before` on by `accesses`.
void join_blocks(const std::vector<Access>& from, std::size_t before, Block& first,
                 const Block& second, std::vector<Access>& accesses) {
  const std::size_t begin = accesses.size();
  copy(from, first.reads, accesses);
  copy(from, second.reads, accesses);
  const auto reads = accesses.begin() + static_cast<std::ptrdiff_t>(begin);
  std::stable_sort(reads, accesses.end(),
                   [](const Access& a, const Access& b) { return order_of(a) < order_of(b); });
  const std::size_t middle = accesses.size();
  copy(from, first.writes, accesses);
  copy(from, second.writes, accesses);
  first.reads = range_of(before + begin, before + middle);
  first.writes = range_of(before + middle, before + accesses.size());
  first.output += second.output;
}

}  // namespace

bool takes_chained_operand(const Operation& op) {
  if (op.type != OperationType::elementwise) return false;
  return (op.reads_ifm && op.ifm.tiling == Tiling::none) ||
         (op.reads_ifm2 && op.ifm2.tiling == Tiling::none);
}

bool is_chained(const Operation& op) {
  return op.ofm.tiling == Tiling::none || takes_chained_operand(op);
}

bool join_last_kernels(Program& program) {
  if (program.kernels.size() < 2) return false;
  const Kernel& kept = program.kernels[program.kernels.size() - 2];
  const Range& joined = program.kernels.back().blocks;
  if (kept.blocks.count != joined.count) return false;
  const std::size_t before = at(program.blocks, kept.blocks.first).reads.first;
  std::vector<Access> accesses;
  accesses.reserve(program.accesses.size() - before);
  for (std::uint32_t i = 0; i < joined.count; ++i) {
    join_blocks(program.accesses, before, at(program.blocks, kept.blocks.first + i),
                at(program.blocks, joined.first + i), accesses);
  }
  program.accesses.resize(before);
  program.accesses.insert(program.accesses.end(), accesses.begin(), accesses.end());
  program.blocks.resize(joined.first);
  program.kernels.pop_back();
  return true;
}

}  // namespace spillway::ethosu
