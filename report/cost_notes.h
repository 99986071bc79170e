// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/timing.h"

namespace spillway {

/// Returns one line about the reliability of the simulated times. The line has the version of the
/// target's cost table, if the target has a cost table. The line also lists two groups of
/// operators, by kind: those that have no timing model, and those whose cost no published
/// measurement confirms. Each group has its share of the time, and the number of operators of
/// each kind. Empty if the target has no cost table and all operators are confirmed.
std::string cost_notes(const Timing& timing, const Target& target);

/// Whether no published measurement confirms the cost of this operator.
bool is_doubtful(const OperatorTiming& op);

/// Returns the fraction of the run's time, 0 to 1, that is spent in operators for which
/// is_doubtful() is true.
double doubtful_share(const Timing& timing);

/// Returns a lower bound of the run's time in cycles. An operator whose cost a published
/// measurement confirms counts with its simulated time. Any other operator counts with
/// ProgramOperator::least if this is shorter than the simulated time. `program` must be the
/// simulated program.
Cycles least_total(const Program& program, const Timing& timing);

/// Returns a warning to print above all other output if doubtful_share() is more than a tenth;
/// otherwise an empty text.
std::string cost_headline(const Timing& timing);

/// If doubtful_share() is above this value, the total time is presented only as an estimate.
constexpr double mostly_doubtful = 0.5;

}  // namespace spillway
