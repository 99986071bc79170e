// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// Returns one program that repeats `program` `runs` times. Open DRAM rows and cache lines carry
/// over from one inference to the next. Requires runs >= 1.
Program repeated(const Program& program, int runs);

/// The timing of one inference (numbered from 0) of a repeated program: its operators, with their
/// times in the repeated program, and its own Timing::total. Figures of memories and engines still
/// cover all inferences.
Timing one_of(const Timing& timing, int run, int runs);

}  // namespace spillway
