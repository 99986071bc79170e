// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway {

/// One line: the version of the cost table, and the kinds of operators whose cost no published time
/// confirms or that have no model, with their count and share of the run. Empty when there is
/// neither; an empty `table_version` = the target has no such table.
std::string cost_notes(const Timing& timing, const std::string& table_version);

}  // namespace spillway
