// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "planner/weight_policy.h"

namespace spillway {

/// What was decided for some plans of feature maps, and for which sizes of the memory for buffers
/// it holds: points of a sweep that place their maps alike decide the same again and again. For one
/// WeightNeeds, and one process.
class KnownDecisions {
 public:
  /// Adds the flows and buffers that were decided for the same maps in a memory of another size,
  /// where that makes no difference; nothing else of `plan` may be decided yet. Null, and `plan`
  /// left alone, when nothing is known.
  const SameRooms* take(MemoryIndex buffers, Plan& plan);

  void add(const Plan& maps, const Plan& decided, SameRooms rooms);

 private:
  struct Decision {
    Plan maps;
    std::vector<Residency> residencies;
    std::vector<WeightFlow> weights;
    SameRooms rooms;
  };

  std::deque<Decision> decisions_;  // used last first
};

}  // namespace spillway
