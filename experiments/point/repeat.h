// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a program of `runs` copies of `program`, one inference after the other. Open DRAM rows
/// and cache lines carry over from one inference to the next. Requires runs >= 1.
Program repeated(const Program& program, int runs);

/// Returns the timing of inference `run` (from 0) of a program that repeated() has made of `runs`
/// inferences. The starts and ends of operators count from the beginning of the repeated program.
/// Timing::total is the time of this inference alone. The counters of memories and engines cover
/// all inferences.
Timing timing_of_inference(const Timing& timing, int run, int runs);

}  // namespace spillway
