// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

constexpr Bytes arena_limit = Bytes{10} << 20;  // TinyEngine's first_fit works on 10 MiB

/// Size descending, ties in insertion order.
std::vector<std::size_t> placement_order(const std::vector<Block>& blocks) {
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].size > blocks[b].size; });
  return order;
}

/// A placed rectangle; from the layer `shrinks_after` on only a quarter of it holds data.
struct Rectangle {
  PlacedBlock block;
  std::optional<std::int32_t> shrinks_after;
};

/// TinyEngine compares corners strictly, so two rectangles with the same lifetime never conflict:
/// its known defect, which makes invalid plans.
bool conflict(const PlacedBlock& a, const Block& b) {
  return live_together(a, b) && !(a.lower == b.lower && a.upper == b.upper);
}

class FirstFit {
 public:
  Bytes place(const Block& block, std::optional<std::int32_t> stride2_layer) {
    Bytes offset = 0;
    for (const Rectangle& other : rectangles_) {
      if (!conflict(other.block, block)) {
        continue;
      }
      if (other.block.offset - offset >= block.size) {
        break;
      }
      offset = std::max(offset, round_up(end_seen_by(block, other), block.alignment));
    }
    insert({{offset, offset + block.size, block.lower, block.upper}, stride2_layer});
    return offset;
  }

 private:
  static Bytes end_seen_by(const Block& block, const Rectangle& other) {
    if (other.shrinks_after && block.lower > *other.shrinks_after) {
      return other.block.offset + (other.block.end - other.block.offset + 3) / 4;
    }
    return other.block.end;
  }

  void insert(const Rectangle& rectangle) {
    const auto after = std::upper_bound(
        rectangles_.begin(), rectangles_.end(), rectangle,
        [](const Rectangle& a, const Rectangle& b) { return a.block.offset < b.block.offset; });
    rectangles_.insert(after, rectangle);
  }

  std::vector<Rectangle> rectangles_;
};

class TinyEngineFirstFit : public Allocator {
 public:
  Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                      const PlannerOptions&) const override {
    const std::vector<Block> blocks = make_blocks(buffers, memory);
    std::vector<Bytes> offsets(buffers.size());
    FirstFit arena;
    Bytes peak = 0;
    for (const std::size_t i : placement_order(blocks)) {
      offsets[i] = arena.place(blocks[i], buffers[i].stride2_inplace_layer);
      peak = std::max(peak, offsets[i] + blocks[i].size);
    }
    MemorySpace bounded = memory;
    bounded.capacity = std::min(memory.capacity, arena_limit);
    return finish_allocation(std::move(offsets), peak, bounded);
  }
  bool may_overlap() const override { return true; }
};

}  // namespace

AllocatorEntry tinyengine_firstfit() {
  return {"tinyengine-firstfit", "largest first, lowest slot; in-place depthwise; 10 MiB at most",
          "TinyEngine 47bb283, first-fit allocator", std::make_unique<TinyEngineFirstFit>()};
}

}  // namespace spillway
