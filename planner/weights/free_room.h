// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// What the residencies of a plan, which must outlive it, leave free of one memory, as more are
/// added.
class FreeRoom {
 public:
  FreeRoom(const Plan& plan, MemoryIndex memory, Bytes alignment);

  /// Lowest aligned offset with `size` free bytes during [lower, upper).
  std::optional<Bytes> find(Bytes size, TimeStep lower, TimeStep upper) const;

  void occupy(Bytes offset, Bytes size, TimeStep lower, TimeStep upper);

 private:
  struct Taken {
    Bytes begin = 0;
    Bytes end = 0;
    TimeStep lower = 0;
    TimeStep upper = 0;
  };

  const Plan& plan_;  // its cascades
  Bytes capacity_;
  Bytes alignment_;
  std::vector<Taken> taken_;  // by begin
};

}  // namespace spillway
