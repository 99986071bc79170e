// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "planner/plan.h"
#include "planner/weight_policy.h"

namespace spillway {

/// The free space that the residencies of a plan leave in one memory. occupy() adds further
/// residencies. The plan must outlive this object.
class FreeRoom {
 public:
  FreeRoom(const Plan& plan, MemoryIndex memory, Bytes alignment);

  /// Returns the lowest aligned offset with `size` free bytes during [lower, upper); nothing if the
  /// memory is too small.
  std::optional<Bytes> find(Bytes size, TimeStep lower, TimeStep upper) const;

  /// Returns the range of sizes of the memory for which all calls of find() so far would have had
  /// the same results.
  SameRooms same_rooms() const { return same_rooms_; }

  void occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper);

 private:
  struct Taken {
    Bytes begin = 0;
    Bytes end = 0;
    TimeStep lower = 0;
    TimeStep upper = 0;
  };
  /// A range of indices into stretches_. The time axis is divided into intervals of equal length,
  /// which are called stretches here. Each stretch has a list of the address ranges that are used
  /// during it, so that find() looks at few address ranges.
  struct Stretches {
    std::size_t first = 0, end = 0;
  };

  static Stretches stretches_of(TimeStep lower, TimeStep upper);
  void take(const Taken& taken);
  void gather(const std::vector<Taken>& from, TimeStep lower, TimeStep upper) const;

  const Plan& plan_;  // its cascades extend lifetimes
  Bytes capacity_;
  Bytes alignment_;
  std::vector<std::vector<Taken>> stretches_;
  std::vector<Taken> long_;                // address ranges that are used during many stretches
  mutable std::vector<Taken> in_the_way_;  // address ranges that find() must avoid
  mutable SameRooms same_rooms_;
};

}  // namespace spillway
