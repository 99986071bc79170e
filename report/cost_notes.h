// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/timing.h"

namespace spillway {

/// One line: the version of the target's cost table, if it has one, and the kinds of operators
/// whose cost no published time confirms or that have no model, with their count and share of the
/// run. Empty when there is neither.
std::string cost_notes(const Timing& timing, const Target& target);

/// Whether no published time confirms what the operator costs.
bool is_doubtful(const OperatorTiming& op);

/// Share of the run's time, 0 to 1, in operators whose cost no published time confirms.
double doubtful_share(const Timing& timing);

/// A lower bound of the run's time, in cycles: operators whose cost a published time confirms count
/// with their simulated time, all others with ProgramOperator::least. `program` is the one that was
/// simulated.
Cycles least_total(const Program& program, const Timing& timing);

/// One line to stand above all others when that share is more than a tenth; else empty.
std::string cost_headline(const Timing& timing);

/// Above this share of doubtful time a total is an estimate rather than a figure.
constexpr double mostly_doubtful = 0.5;

}  // namespace spillway
