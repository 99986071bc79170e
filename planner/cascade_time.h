// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>

#include "planner/plan.h"

namespace spillway {

/// Steps [lower, upper) as they pass when the operators of the plan's cascades alternate: what
/// lives during one step of a cascade lives during all of it.
inline std::pair<TimeStep, TimeStep> cascaded_life(const Plan& plan, TimeStep lower,
                                                   TimeStep upper) {
  std::pair<TimeStep, TimeStep> life = {lower, upper};
  for (const Cascade& cascade : plan.cascades) {
    const TimeStep begin = cascade.first_op + 1;
    const TimeStep end = cascade.last_op + 2;
    if (lower >= end || begin >= upper) continue;
    life.first = std::min(life.first, begin);
    life.second = std::max(life.second, end);
  }
  return life;
}

}  // namespace spillway
