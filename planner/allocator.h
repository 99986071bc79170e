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
  std::vector<Bytes> offsets;  // one per buffer, in their order; given also when they do not fit
  Bytes peak = 0;              // highest end, of sizes as the allocator rounds them
  bool proven_optimal = false;
  std::string note;  // what a user should know
};

/// An offset allocator: places every buffer of a set in ONE memory. Choosing the set is the
/// policy's part. Stateless, deterministic and safe to share. Skipped buffers and relative
/// placements are resolved before it is called (see with_relatives_resolved). Memories
/// are the policy's part too; pinned offsets are honoured by allocators that say so.
class Allocator {
 public:
  virtual ~Allocator() = default;

  /// `memory.capacity` bounds the search of allocators that search; the others place without a
  /// limit and report does_not_fit when the peak exceeds it.
  virtual Allocation allocate(const std::vector<Buffer>& buffers, const MemorySpace& memory,
                              const PlannerOptions& options) const = 0;

  /// Honours Buffer::pinned_offset; the others ignore it.
  virtual bool honours_offsets() const { return false; }

  /// Has a use for PlannerOptions::search_budget.
  virtual bool searches() const { return false; }

  /// Whether PlannerOptions::arena_limit changes what it does.
  virtual bool reads_arena_limit() const { return false; }

  /// Reproduces a tool that can let buffers overlap, so that a plan below the lower bound exists.
  virtual bool may_overlap() const { return false; }
};

struct AllocatorEntry {
  std::string name;
  std::string summary;  // one line for `spillway list planners`
  std::string source;   // the tool and version whose offsets it reproduces
  std::unique_ptr<Allocator> allocator;
};

/// All allocators; each is also a planner of the same name that uses one memory,
/// unless a policy has that name.
const std::vector<AllocatorEntry>& allocators();

/// Throws UserError(usage) with a suggestion when there is none of that name.
const Allocator& find_allocator(std::string_view name);

/// The allocator that `options` name, or `pairing`, the one of the original tool.
const Allocator& chosen_allocator(const PlannerOptions& options, std::string_view pairing);

/// Allocation of `offsets` with its peak, and does_not_fit when that exceeds the memory.
Allocation finish_allocation(std::vector<Bytes> offsets, Bytes peak, const MemorySpace& memory);

}  // namespace spillway
