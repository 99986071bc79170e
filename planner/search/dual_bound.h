// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "planner/search/fluid_problem.h"

namespace spillway::search {

/// Cycles that no selection can go below: the Lagrangian relaxation of the capacity per operator
/// and of the larger of compute, fast port and slow port. Every set of multipliers gives a bound;
/// `steps` of a subgradient method look for good ones. `upper` are the cycles of a selection that
/// fits, which sets the step length (Polyak). The best that this can reach is the bound of the
/// linear relaxation.
double dual_bound(const FluidProblem& problem, double upper, std::int32_t steps = 300);

}  // namespace spillway::search
