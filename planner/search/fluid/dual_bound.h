// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "planner/search/fluid/fluid_problem.h"

namespace spillway::search {

/// Returns a lower bound of the cycles of every selection (one choice per feature map and per
/// operator's weights) that fits in fast memory. The bound holds if FluidProblem::in_flight is 0.
/// The bound comes from a Lagrangian relaxation: of the limit of fast memory at each operator, and
/// of the maximum of compute time, fast port and slow port. Every set of multipliers gives a bound;
/// `steps` iterations of a subgradient method improve the multipliers. `upper`, the cycles of a
/// selection that fits, sets the step length (Polyak). The bound cannot exceed that of the linear
/// relaxation.
double dual_bound(const FluidProblem& problem, double upper, std::int32_t steps = 300);

}  // namespace spillway::search
