// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>

#include "planner/plan.h"

namespace spillway {

/// Returns the lifetime [lower, upper), extended to all steps of each cascade with which it has a
/// step in common. A cascade runs its operators alternately, stripe by stripe, so a buffer that is
/// live during one step of the cascade is live during all its steps.
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
