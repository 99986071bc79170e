// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "planner/planner.h"
#include "planner/problem.h"

namespace spillway {

/// Offsets of a set of buffers within one memory.
struct Allocation {
  PlanStatus status = PlanStatus::ok;
  /// One per buffer, in the order of the buffers. Set even if the buffers do not fit.
  std::vector<Bytes> offsets;
  /// The highest end of a buffer (offset plus size), in bytes. Sizes are rounded up by the
  /// allocator's own rule. For the allocator `tflm`, at least the bytes that the runtime needs
  /// while it plans.
  Bytes peak = 0;
  bool proven_optimal = false;
  /// A message for the user, for example that the search found no proof of the lowest peak. Empty =
  /// none.
  std::string note;
};

/// An offset allocator: gives every buffer of a set an offset in ONE memory. The calling policy
/// chooses the set and the memory. Callers first take out the buffers that the planner does not
/// place (Buffer::stays_unplaced) and the buffers that are placed relative to another buffer
/// (Buffer::placed_inside); see with_relatives_resolved().
struct Allocator {
  std::string name;
  std::string summary;  // one line for `spillway list planners`
  std::string source;   // the tool and version whose offsets the allocator reproduces

  /// Places `buffers`. Searching allocators look for offsets within `memory.capacity`. All other
  /// allocators place without a limit; they report does_not_fit if the peak exceeds the capacity.
  /// The function is stateless and deterministic, and several threads may call it at the same time.
  Allocation (*allocate)(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                         const PlannerOptions& options);

  /// Whether buffers get their Buffer::pinned_offset. If false, pinned offsets are ignored.
  bool honours_offsets = false;
  bool searches = false;           // whether PlannerOptions::search_budget is read
  bool reads_arena_limit = false;  // whether PlannerOptions::arena_limit is read
  /// Whether the allocator reproduces a tool that can let buffers overlap by mistake. The peak of
  /// such a plan can be below the lower bound of all valid plans.
  bool may_overlap = false;
};

/// Returns all allocators. Each allocator has a planner of the same name. Unless a policy (a
/// planner that chooses among memories) has this name, the planner places all buffers in one memory
/// with the allocator.
const std::vector<Allocator>& allocators();

/// Returns the allocator of that name. Throws UserError(usage) with a suggestion if there is none.
const Allocator& find_allocator(std::string_view name);

/// Returns the allocator that the user named in `options`. If the user named none, returns the
/// allocator `pairing`: the allocator of the tool that the calling policy reproduces.
const Allocator& chosen_allocator(const PlannerOptions& options, std::string_view pairing);

/// Returns an Allocation with these offsets and this peak. Its status is does_not_fit if the peak
/// exceeds the capacity of `memory`.
Allocation finish_allocation(std::vector<Bytes> offsets, Bytes peak, const MemorySpace& memory);

}  // namespace spillway
