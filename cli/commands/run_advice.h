// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "experiments/advice/advise.h"

namespace spillway::cli {

/// Returns a hint for a design point whose plan does not fit into the memories: a list of changes
/// with which the plan fits, the fastest first. No change in the list replaces the chip. The hint
/// is only the command that looks for such changes in two cases: the processor is not a tile of
/// xcore.ai, or the network has more than a thousand operators. Empty if no change helps. `word` is
/// the network on the command line.
std::string changes_that_fit(const Network& network, const std::string& word,
                             const DesignPoint& point);

/// Runs a design point like run_as_given(). If the plan does not fit into the memories, prints
/// changes_that_fit() and then throws the UserError of the run.
PointResult run_or_advise(const Network& network, const std::string& word, const DesignPoint& point,
                          PointCache& cache, const Console& console);

/// Returns one line for users at a terminal: how much faster the plan of the planner `search` is
/// than `result`, a run of `point` with the default planner. Empty in these cases:
/// * The plan of `search` is not faster.
/// * The user chose a planner or a plan, or the network is compiled.
/// * The network has so many operators, or its run so many bursts, that the search takes long.
std::string gain_of_search(const Network& network, const DesignPoint& point,
                           const PointResult& result, PointCache& cache);

/// Throws UserError(usage) for an unknown value of `--advise`, and for `--advise` without
/// `--report`.
void check_advise_option(const Arguments& arguments);

/// Returns the advice for the HTML page of a run (--report). `times` are the times of the steps of
/// the run, from which the time of the advice is estimated. Returns nullopt for `--advise none`.
/// The default, `--advise auto`, also gives nullopt in two cases: the advice would take two seconds
/// or more, or the planner is a program of the user.
std::optional<AdviceList> advice_for_page(const Arguments& arguments, const Network& network,
                                          const DesignPoint& point, const StepTimes& times);

}  // namespace spillway::cli
