// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/search/network_model.h"

namespace spillway::search {

/// A cascade and the cycles that the fluid model thinks it saves.
struct CascadeGain {
  ModelCascade cascade;
  double cycles = 0;
};

/// The cascades that would make the network faster where all else stays as in `selection`, of a
/// model without cascades; the largest gain first.
std::vector<CascadeGain> promising_cascades(const PlanningRequest& request,
                                            const PlanningProblem& problem,
                                            const NetworkCosts& costs, const NetworkModel& model,
                                            const Selection& selection);

/// Of these, cascades that share no operator and gain most together, in order of operators.
std::vector<ModelCascade> best_disjoint(const std::vector<CascadeGain>& gains, std::int32_t ops);

/// `chosen` with `added` in place of all that share an operator with it.
std::vector<ModelCascade> with_cascade(const std::vector<ModelCascade>& chosen,
                                       const ModelCascade& added);

}  // namespace spillway::search
