// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "planner/plan.h"
#include "planner/weight_policy.h"

namespace spillway {

/// The free space that the residencies of a plan leave in one memory. occupy() makes more of the
/// space used. The plan must outlive this object.
class FreeSpace {
 public:
  FreeSpace(const Plan& plan, MemoryIndex memory, Bytes alignment);

  /// Returns the lowest aligned offset with `size` free bytes during [lower, upper); nothing if the
  /// memory is too small.
  std::optional<Bytes> find(Bytes size, TimeStep lower, TimeStep upper) const;

  /// Returns the range of capacities of the memory for which all calls of find() so far would have
  /// had the same results.
  CapacityRange same_capacities() const { return same_capacities_; }

  void occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper);

 private:
  struct Taken {
    Bytes begin = 0;
    Bytes end = 0;
    TimeStep lower = 0;
    TimeStep upper = 0;
  };
  /// A range of indices into intervals_. The time axis is divided into intervals of equal length.
  /// Each interval has a list of the address ranges that are used during it, so that find() looks
  /// at few address ranges.
  struct Intervals {
    std::size_t first = 0, end = 0;
  };

  static Intervals intervals_of(TimeStep lower, TimeStep upper);
  void take(const Taken& taken);
  void gather(const std::vector<Taken>& from, TimeStep lower, TimeStep upper) const;

  const Plan& plan_;  // needed because lifetimes are extended to whole cascades
  Bytes capacity_;
  Bytes alignment_;
  std::vector<std::vector<Taken>> intervals_;
  std::vector<Taken> long_;                 // address ranges that are used during many intervals
  mutable std::vector<Taken> conflicting_;  // address ranges that find() must avoid
  mutable CapacityRange same_capacities_;
};

}  // namespace spillway
