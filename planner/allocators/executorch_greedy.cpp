// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <optional>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// A piece of the arena that buffers share, as large as the first of them.
struct SharedObject {
  Bytes size = 0;
  Bytes alignment = 1;
  std::vector<PlacedBlock> members;  // offsets within the object
  std::vector<std::size_t> indices;  // of the members' buffers
};

/// Size descending, of equal sizes the last one first.
std::vector<std::size_t> placement_order(const std::vector<UnplacedBlock>& blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  return order;
}

bool has_conflict(const SharedObject& object, const UnplacedBlock& block) {
  return std::any_of(object.members.begin(), object.members.end(),
                     [&](const PlacedBlock& member) { return live_together(member, block); });
}

/// Offset behind the members that are live together with `block`, if it still fits there.
std::optional<Bytes> offset_behind(const SharedObject& object, const UnplacedBlock& block) {
  Bytes end = 0;
  for (const PlacedBlock& member : object.members) {
    if (live_together(member, block)) {
      end = std::max(end, member.end);
    }
  }
  const Bytes offset = round_up(end, block.alignment);
  return end > 0 && offset + block.size <= object.size ? std::optional(offset) : std::nullopt;
}

void add(SharedObject& object, std::size_t index, const UnplacedBlock& block, Bytes offset) {
  object.members.push_back({offset, offset + block.size, block.lower, block.upper});
  object.indices.push_back(index);
  object.alignment = std::lcm(object.alignment, block.alignment);
}

void place(std::vector<SharedObject>& objects, std::size_t index, const UnplacedBlock& block) {
  for (SharedObject& object : objects) {
    if (!has_conflict(object, block)) {
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
  objects.push_back({block.size, 1, {}, {}});
  add(objects.back(), index, block, 0);
}

class ExecutorchGreedy : public Allocator {
 public:
  Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                      const PlannerOptions&) const override {
    const std::vector<UnplacedBlock> blocks = make_blocks(buffers, memory);
    std::vector<SharedObject> objects;
    for (const std::size_t index : placement_order(blocks)) {
      place(objects, index, blocks[index]);
    }
    std::vector<Bytes> offsets(buffers.size());
    Bytes top = 0;
    for (const SharedObject& object : objects) {
      const Bytes base = round_up(top, object.alignment);
      for (std::size_t i = 0; i < object.members.size(); ++i) {
        offsets[object.indices[i]] = base + object.members[i].offset;
      }
      top = base + object.size;
    }
    return finish_allocation(std::move(offsets), top, memory);
  }
};

}  // namespace

AllocatorEntry executorch_greedy() {
  return {"executorch-greedy", "largest first into shared objects, laid end to end",
          "ExecuTorch cff6f4d (2026-08), exir memory planning",
          std::make_unique<ExecutorchGreedy>()};
}

}  // namespace spillway
