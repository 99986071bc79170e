// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "traces/timing.h"

namespace spillway {

/// The program `runs` times in a row, as one: memories keep their rows and caches their lines from
/// one inference to the next. Requires runs >= 1.
Program repeated(const Program& program, int runs);

/// The operators of one inference (from 0) of a repeated program, with the times they have there;
/// Timing::total is that inference's own. Memories and engines keep the figures of all.
Timing one_of(const Timing& timing, int run, int runs);

}  // namespace spillway
