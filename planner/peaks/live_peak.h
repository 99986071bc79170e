// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan.h"

namespace spillway {

/// Bytes of a memory that are in use during [lower, upper).
struct LiveRange {
  MemoryIndex memory = 0;
  Bytes offset = 0, size = 0;
  TimeStep lower = 0, upper = 0;
};

/// The largest number of bytes that are live at one step, and the first step with this number.
struct LivePeak {
  TimeStep step = 0;
  Bytes bytes = 0;
};

/// Returns the peak of the bytes in all memories together. A byte that several ranges share at one
/// step counts once.
LivePeak live_peak(const std::vector<LiveRange>& ranges);

}  // namespace spillway
