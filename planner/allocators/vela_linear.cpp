// SPDX-License-Identifier: Apache-2.0
#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Vela's linear allocator. In Vela, identical weights and tables also share bytes. Planners of
/// this project place no weights and tables, so this class has no such rule.
class VelaLinear : public Allocator {
 public:
  Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                      const PlannerOptions&) const override {
    auto [offsets, top] = stack_blocks(make_blocks(buffers, memory));
    return finish_allocation(std::move(offsets), top, memory);
  }
};

}  // namespace

AllocatorEntry vela_linear() {
  return {"vela-linear", "one after the other in insertion order",
          "Vela a6f6566 (2023-12), linear_allocate_live_ranges", std::make_unique<VelaLinear>()};
}

}  // namespace spillway
