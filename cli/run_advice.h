// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "experiments/advice/advise.h"

namespace spillway::cli {

/// As run_as_given(). A plan that does not fit stays an error; what would fit is said in front of
/// it: on tiles, of at most a thousand operators, the changes, fastest first, elsewhere the command
/// that looks for them. `word` names the network.
PointResult run_or_advise(const Network& network, const std::string& word, const DesignPoint& point,
                          PointCache& cache, const Console& console);

/// One line for people at a terminal: how much faster the plan of the planner `search` is than the
/// default one of `result`, a run of `point`. Empty where the user chose a planner or a plan, where
/// the network is compiled, or has so many operators or bursts that the search takes long.
std::string gain_of_search(const Network& network, const DesignPoint& point,
                           const PointResult& result, PointCache& cache);

/// Throws UserError(usage) for values of `--advise` that it does not have, or without `--report`.
void check_advise_option(const Arguments& arguments);

/// The advice for the page of a run that took `times`. There is none if `--advise` forbids it, or
/// if that option is not given and the advice is estimated to take two seconds or more.
std::optional<AdviceList> advice_for_page(const Arguments& arguments, const Network& network,
                                          const DesignPoint& point, const StepTimes& times);

}  // namespace spillway::cli
