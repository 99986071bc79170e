// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/npu_counters.h"

namespace spillway {

/// One line per counter, under the names that Arm's PMU driver gives to its events as far as there
/// is one of that meaning, then one block of lines per port.
std::string counters_text(const NpuCounters& counters);

}  // namespace spillway
