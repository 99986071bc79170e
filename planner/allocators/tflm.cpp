// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "planner/blocks.h"
#include "planner/registry.h"

namespace spillway {
namespace {

/// Bytes of the arena that GreedyMemoryPlanner uses for its own data, per buffer.
constexpr Bytes bookkeeping_bytes = 40;

std::tuple<bool, TensorIndex> insertion_key(const Buffer& buffer) {
  return {buffer.kind == TensorKind::scratch, buffer.tensor};
}

Bytes place_head(const std::vector<Buffer>& buffers, const std::vector<std::size_t>& head,
                 const MemorySpace& memory, const PlannerOptions& options,
                 std::vector<Bytes>& offsets) {
  std::vector<Buffer> planned;
  planned.reserve(head.size());
  for (const std::size_t i : head) {
    planned.push_back(buffers[i]);
  }
  const Allocation allocation = find_allocator("tflm-greedy").allocate(planned, memory, options);
  for (std::size_t i = 0; i < head.size(); ++i) {
    offsets[head[i]] = allocation.offsets[i];
  }
  return allocation.peak;
}

/// Places the persistent buffers (whose contents are kept between inferences) one above the other,
/// from offset `start` up. `tail` has their indices; the last buffer of `tail` is placed first.
/// Returns the end of the arena.
Bytes place_tail(const std::vector<Buffer>& buffers, const std::vector<std::size_t>& tail,
                 const MemorySpace& memory, Bytes start, std::vector<Bytes>& offsets) {
  Bytes top = start;
  for (auto i = tail.rbegin(); i != tail.rend(); ++i) {
    const Bytes alignment = common_alignment(buffers[*i], memory);
    offsets[*i] = round_up(top, alignment);
    top = offsets[*i] + round_up(buffers[*i].size, alignment);
  }
  return top;
}

void check_bookkeeping(std::size_t count, Bytes persistent, const MemorySpace& memory,
                       Allocation& allocation) {
  const Bytes needed = persistent + static_cast<Bytes>(count) * bookkeeping_bytes;
  if (needed > memory.capacity) {
    allocation.status = PlanStatus::does_not_fit;
    allocation.peak = std::max(allocation.peak, needed);
    allocation.note = fmt::format(
        "tflm keeps {} bytes of bookkeeping per buffer in the arena while it plans: {} bytes",
        bookkeeping_bytes, needed - persistent);
  }
}

/// Reproduces the allocator of TensorFlow Lite Micro, with one arena:
/// - tflm-greedy places the buffers that are not persistent, from the start of the arena. In its
///   input, tensors precede scratch buffers.
/// - Persistent buffers lie at the end of the arena, unless an offline plan gives them an offset.
/// - The arena is as small as possible.
Allocation tflm_allocation(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                           const PlannerOptions& options) {
  std::vector<std::size_t> head;
  std::vector<std::size_t> tail;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const bool persistent = is_persistent(buffers[i].kind) && !buffers[i].offline_offset;
    (persistent ? tail : head).push_back(i);
  }
  std::stable_sort(head.begin(), head.end(), [&](std::size_t a, std::size_t b) {
    return insertion_key(buffers[a]) < insertion_key(buffers[b]);
  });
  std::vector<Bytes> offsets(buffers.size());
  const Bytes head_end = place_head(buffers, head, memory, options, offsets);
  const Bytes end = place_tail(buffers, tail, memory, head_end, offsets);
  Allocation allocation = finish_allocation(std::move(offsets), end, memory);
  check_bookkeeping(head.size(), end - head_end, memory, allocation);
  return allocation;
}

}  // namespace

Allocator tflm() {
  Allocator allocator{"tflm", "one arena: tflm-greedy from its start, persistent data from its end",
                      "TensorFlow Lite Micro 90b983c (2026-08), MicroAllocator", tflm_allocation};
  allocator.may_overlap = true;
  return allocator;
}

}  // namespace spillway
