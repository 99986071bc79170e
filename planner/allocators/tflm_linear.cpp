// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

constexpr std::size_t most_buffers = 1024;  // LinearMemoryPlanner's table has this many entries

/// TensorFlow Lite Micro's LinearMemoryPlanner: no two buffers share memory.
Allocation tflm_linear_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                                  const PlannerOptions&) {
  auto [offsets, top] = stack_blocks(make_blocks(buffers, memory));
  Allocation allocation = finish_allocation(std::move(offsets), top, memory);
  if (buffers.size() > most_buffers) {
    allocation.status = PlanStatus::does_not_fit;
    allocation.note = fmt::format("tflm-linear holds {} buffers at most; there are {}",
                                  most_buffers, buffers.size());
  }
  return allocation;
}

}  // namespace

Allocator tflm_linear() {
  return {"tflm-linear", "one after the other in insertion order, 1,024 buffers at most",
          "TensorFlow Lite Micro 90b983c (2026-08), LinearMemoryPlanner", tflm_linear_allocation};
}

}  // namespace spillway
