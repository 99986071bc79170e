// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "experiments/advice/advise.h"

namespace spillway::cli {

/// Returns a hint for a point whose plan does not fit: the changes with which the plan would fit,
/// the fastest first. If trying changes is impossible or would take long, the hint is the command
/// that does it: on processors that are not tiles, and for more than a thousand operators. `word`
/// names the network.
std::string what_would_fit(const Network& network, const std::string& word,
                           const DesignPoint& point);

/// Like run_as_given(), but if the plan does not fit, prints what_would_fit() before it throws the
/// UserError.
PointResult run_or_advise(const Network& network, const std::string& word, const DesignPoint& point,
                          PointCache& cache, const Console& console);

/// Returns one line for people at a terminal: how much faster the plan of the planner `search` is
/// than `result`, a run of `point` with the default planner. Empty if the user chose a planner or a
/// plan, if the network is compiled, or if it has so many operators or bursts that the search takes
/// long.
std::string gain_of_search(const Network& network, const DesignPoint& point,
                           const PointResult& result, PointCache& cache);

/// Throws UserError(usage) for an unknown value of `--advise`, and for `--advise` without
/// `--report`.
void check_advise_option(const Arguments& arguments);

/// Returns the advice for the page of a run whose steps took `times`. Returns nothing if `--advise`
/// forbids it. Without `--advise`, returns nothing if the advice is estimated to take two seconds
/// or more.
std::optional<AdviceList> advice_for_page(const Arguments& arguments, const Network& network,
                                          const DesignPoint& point, const StepTimes& times);

}  // namespace spillway::cli
