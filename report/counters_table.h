// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/npu_counters.h"

namespace spillway {

/// One line per counter, then one block of lines per port. Counters have the names that Arm's PMU
/// driver gives to events of the same meaning, if it has one.
std::string counters_text(const NpuCounters& counters);

}  // namespace spillway
