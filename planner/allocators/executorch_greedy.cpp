// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// The steps at which at least one member of a shared object (an address range for several buffers)
/// is live, as disjoint intervals in ascending order.
class BusySteps {
 public:
  bool any(TimeStep lower, TimeStep upper) const {
    const auto after = first_ending_after(lower);
    return after != intervals_.end() && after->first < upper;
  }

  void add(TimeStep lower, TimeStep upper) {
    auto first = first_ending_after(lower - 1);
    auto last = first;
    for (; last != intervals_.end() && last->first <= upper; ++last) {
      lower = std::min(lower, last->first);
      upper = std::max(upper, last->second);
    }
    first = intervals_.erase(first, last);
    intervals_.insert(first, {lower, upper});
  }

 private:
  using Intervals = std::vector<std::pair<TimeStep, TimeStep>>;

  Intervals::const_iterator first_ending_after(TimeStep step) const {
    return std::upper_bound(intervals_.begin(), intervals_.end(), step,
                            [](TimeStep value, const auto& one) { return value < one.second; });
  }

  Intervals intervals_;
};

/// An address range of the arena that several buffers use (ExecuTorch's shared object). Its size is
/// the size of its first member, which is the largest.
struct SharedObject {
  Bytes size = 0;
  Bytes alignment = 1;
  PlacedBlocks members;              // the members, with offsets within the object
  std::vector<std::size_t> indices;  // indices of the members' buffers
  std::vector<Bytes> offsets;        // offsets of the members within the object
  BusySteps busy;
};

/// Returns the block indices sorted by size, largest first; of blocks of equal size, the last block
/// comes first.
std::vector<std::size_t> executorch_order(const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  return order;
}

/// Returns the first aligned offset past the end of all members that are live together with
/// `block`. Returns nothing if no member is live together with `block`, or if `block` would end
/// beyond the end of the object.
std::optional<Bytes> offset_behind(const SharedObject& object, const UnplacedBlock& block) {
  Bytes end = 0;
  object.members.each_live_with(block, [&](const PlacedBlock& member) {
    end = std::max(end, member.end);
    return true;
  });
  const Bytes offset = round_up(end, block.alignment);
  return end > 0 && offset + block.size <= object.size ? std::optional(offset) : std::nullopt;
}

void add(SharedObject& object, std::size_t index, const UnplacedBlock& block, Bytes offset) {
  object.members.insert(block, offset);
  object.indices.push_back(index);
  object.offsets.push_back(offset);
  object.busy.add(block.lower, block.upper);
  object.alignment = std::lcm(object.alignment, block.alignment);
}

void place(std::vector<SharedObject>& objects, std::size_t index, const UnplacedBlock& block) {
  for (SharedObject& object : objects) {
    if (!object.busy.any(block.lower, block.upper)) {
      add(object, index, block, 0);
      return;
    }
  }
  for (SharedObject& object : objects) {
    if (const auto offset = offset_behind(object, block)) {
      add(object, index, block, *offset);
      return;
    }
  }
  objects.emplace_back();
  objects.back().size = block.size;
  add(objects.back(), index, block, 0);
}

Allocation executorch_greedy_allocation(const std::vector<Buffer>& buffers,
                                        const MemorySpace& memory, const PlannerOptions&) {
  const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
  std::vector<SharedObject> objects;
  for (const std::size_t index : executorch_order(blocks)) {
    place(objects, index, blocks[index]);
  }
  std::vector<Bytes> offsets(buffers.size());
  Bytes top = 0;
  for (const SharedObject& object : objects) {
    const Bytes base = round_up(top, object.alignment);
    for (std::size_t i = 0; i < object.indices.size(); ++i) {
      offsets[object.indices[i]] = base + object.offsets[i];
    }
    top = base + object.size;
  }
  return finish_allocation(std::move(offsets), top, memory);
}

}  // namespace

Allocator executorch_greedy() {
  return {"executorch-greedy", "largest first into shared objects, laid end to end",
          "ExecuTorch cff6f4d (2026-08), exir memory planning", executorch_greedy_allocation};
}

}  // namespace spillway
