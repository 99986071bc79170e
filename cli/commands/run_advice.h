// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "experiments/advice/advise.h"

namespace spillway::cli {

/// Returns a hint for a point whose plan does not fit: for networks of at most a thousand operators
/// on tiles, the changes with which the plan would fit, fastest first; otherwise the command that
/// looks for such changes. `word` names the network.
std::string what_would_fit(const Network& network, const std::string& word,
                           const DesignPoint& point);

/// Like run_as_given(). If the plan does not fit, prints what_would_fit() and then throws the
/// UserError as before.
PointResult run_or_advise(const Network& network, const std::string& word, const DesignPoint& point,
                          PointCache& cache, const Console& console);

/// One line for people at a terminal: how much faster the plan of the planner `search` is than the
/// default planner's in `result`, a run of `point`. Empty if the user chose a planner or a plan, if
/// the network is compiled, or if it has so many operators or bursts that the search takes long.
std::string gain_of_search(const Network& network, const DesignPoint& point,
                           const PointResult& result, PointCache& cache);

/// Throws UserError(usage) for an unknown value of `--advise`, and for `--advise` without
/// `--report`.
void check_advise_option(const Arguments& arguments);

/// The advice for the page of a run whose steps took `times`. Nothing if `--advise` forbids it, or
/// if that option is not given and the advice is estimated to take two seconds or more.
std::optional<AdviceList> advice_for_page(const Arguments& arguments, const Network& network,
                                          const DesignPoint& point, const StepTimes& times);

}  // namespace spillway::cli
