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
  std::vector<Bytes> offsets;  // one per buffer, in order; set also if they do not fit
  Bytes peak = 0;              // highest end, with sizes as the allocator rounds them
  bool proven_optimal = false;
  std::string note;  // what a user should know about the result
};

/// An offset allocator: places every buffer of a set in ONE memory. A policy chooses the set and
/// the memory. Stateless, deterministic and safe to share. Skipped buffers and relative placements
/// are resolved before it is called (see with_relatives_resolved). Pinned offsets are honoured if
/// honours_offsets() is true.
class Allocator {
 public:
  virtual ~Allocator() = default;

  /// Places `buffers`. Searching allocators look for offsets within `memory.capacity`. The others
  /// place without a limit and report does_not_fit if the peak exceeds it.
  virtual Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                              const PlannerOptions& options) const = 0;

  /// Whether it honours Buffer::pinned_offset. If not, it ignores pinned offsets.
  virtual bool honours_offsets() const { return false; }

  /// Whether it reads PlannerOptions::search_budget.
  virtual bool searches() const { return false; }

  /// Whether it reads PlannerOptions::arena_limit.
  virtual bool reads_arena_limit() const { return false; }

  /// Whether it reproduces a tool that can let buffers overlap, so that its peak may be below the
  /// lower bound.
  virtual bool may_overlap() const { return false; }
};

struct AllocatorEntry {
  std::string name;
  std::string summary;  // one line for `spillway list planners`
  std::string source;   // the tool and version whose offsets it reproduces
  std::unique_ptr<Allocator> allocator;
};

/// All allocators. Each one is also a planner of the same name that uses one memory, unless a
/// policy has that name.
const std::vector<AllocatorEntry>& allocators();

/// Throws UserError(usage) with a suggestion if there is no allocator of that name.
const Allocator& find_allocator(std::string_view name);

/// Returns the allocator that `options` name or, if they name none, `pairing`, the allocator that
/// the original tool uses.
const Allocator& chosen_allocator(const PlannerOptions& options, std::string_view pairing);

/// Returns an Allocation of `offsets` with its peak. The status is does_not_fit if the peak exceeds
/// the memory.
Allocation finish_allocation(std::vector<Bytes> offsets, Bytes peak, const MemorySpace& memory);

}  // namespace spillway
