// SPDX-License-Identifier: Apache-2.0
#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Vela's linear allocator. In Vela, identical weights and tables also share bytes. Planners of
/// this project place no weights and tables, so this function does not reproduce the sharing.
Allocation vela_linear_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                                  const PlannerOptions&) {
  auto [offsets, top] = stack_blocks(make_blocks(buffers, memory));
  return finish_allocation(std::move(offsets), top, memory);
}

}  // namespace

Allocator vela_linear() {
  return {"vela-linear", "one after the other in insertion order",
          "Vela a6f6566 (2023-12), linear_allocate_live_ranges", vela_linear_allocation};
}

}  // namespace spillway
