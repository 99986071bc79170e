// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/network_model.h"

namespace spillway::search {

/// A cascade and the cycles that it saves according to the fluid model (the time of an operator is
/// the maximum of its compute time and its port times).
struct CascadeGain {
  ModelCascade cascade;
  double cycles = 0;
};

/// Returns the cascades that make the network faster according to the fluid model
/// (fluid_problem.h), the largest gain first. The choices for all feature maps and weights outside
/// a cascade stay as in `selection`, which belongs to a model without cascades.
std::vector<CascadeGain> promising_cascades(const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const NetworkModel& model,
                                            const Selection& selection);

/// Returns those cascades of `gains` that save the most cycles together and have no operator in
/// common, in the order of operators. `ops` is the number of operators of the network.
std::vector<ModelCascade> best_disjoint(const std::vector<CascadeGain>& gains, std::int32_t ops);

/// Returns `chosen` with `added`, and without the cascades that share an operator with `added`.
std::vector<ModelCascade> with_cascade(const std::vector<ModelCascade>& chosen,
                                       const ModelCascade& added);

}  // namespace spillway::search
