// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/target/target.h"
#include "traces/timing.h"

namespace spillway {

/// One line: the version of the target's cost table, if it has one, and the kinds of operators
/// whose cost no published time confirms or that have no model, with their count and share of the
/// run. Empty when there is neither.
std::string cost_notes(const Timing& timing, const Target& target);

}  // namespace spillway
