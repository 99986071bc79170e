// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "planner/plan.h"
#include "planner/weight_policy.h"

namespace spillway {

/// What the residencies of a plan, which must outlive it, leave free of one memory, as more are
/// added.
class FreeRoom {
 public:
  FreeRoom(const Plan& plan, MemoryIndex memory, Bytes alignment);

  /// Lowest aligned offset with `size` free bytes during [lower, upper).
  std::optional<Bytes> find(Bytes size, TimeStep lower, TimeStep upper) const;

  /// Sizes of the memory with which find() would have said the same so far.
  SameRooms same_rooms() const { return same_rooms_; }

  void occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper);

 private:
  struct Taken {
    Bytes begin = 0;
    Bytes end = 0;
    TimeStep lower = 0;
    TimeStep upper = 0;
  };
  /// Some stretches of time, of which each knows what is taken during it.
  struct Stretches {
    std::size_t first = 0, end = 0;
  };

  static Stretches stretches_of(TimeStep lower, TimeStep upper);
  void take(const Taken& taken);
  void gather(const std::vector<Taken>& from, TimeStep lower, TimeStep upper) const;

  const Plan& plan_;  // its cascades
  Bytes capacity_;
  Bytes alignment_;
  std::vector<std::vector<Taken>> stretches_;
  std::vector<Taken> long_;                // what is taken for many stretches
  mutable std::vector<Taken> in_the_way_;  // of the room that is looked for
  mutable SameRooms same_rooms_;
};

}  // namespace spillway
