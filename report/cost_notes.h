// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/timing.h"

namespace spillway {

/// One line about the reliability of the run's times. It names the version of the target's cost
/// table, if there is one. It also names the kinds of operators that have no model, or whose cost
/// no published time confirms, with their count and share of the run. Empty if there is nothing to
/// say.
std::string cost_notes(const Timing& timing, const Target& target);

/// Whether the operator's cost is not confirmed by a published time.
bool is_doubtful(const OperatorTiming& op);

/// Share of the run's time, 0 to 1, in operators whose cost no published time confirms.
double doubtful_share(const Timing& timing);

/// A lower bound of the run's time, in cycles. Operators whose cost a published time confirms count
/// with their simulated time, all other operators with ProgramOperator::least. `program` must be
/// the simulated program.
Cycles least_total(const Program& program, const Timing& timing);

/// A warning to print above everything else if doubtful_share() is more than a tenth; otherwise
/// empty.
std::string cost_headline(const Timing& timing);

/// If doubtful_share() is above this, the total is only an estimate.
constexpr double mostly_doubtful = 0.5;

}  // namespace spillway
