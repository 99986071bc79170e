// SPDX-License-Identifier: Apache-2.0
#include "planner/allocator.h"

#include <utility>

namespace spillway {

bool Planner::searches(const PlannerOptions& options) const {
  return !options.allocator.empty() && find_allocator(options.allocator).searches;
}

bool Planner::reads_arena_limit(const PlannerOptions& options) const {
  return !options.allocator.empty() && find_allocator(options.allocator).reads_arena_limit;
}

const Allocator& chosen_allocator(const PlannerOptions& options, std::string_view pairing) {
  return find_allocator(options.allocator.empty() ? pairing : std::string_view(options.allocator));
}

Allocation finish_allocation(std::vector<Bytes> offsets, Bytes peak, const MemorySpace& memory) {
  Allocation allocation;
  allocation.offsets = std::move(offsets);
  allocation.peak = peak;
  allocation.status = peak <= memory.capacity ? PlanStatus::ok : PlanStatus::does_not_fit;
  return allocation;
}

}  // namespace spillway
