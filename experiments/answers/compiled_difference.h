// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/answers/contestant.h"
#include "experiments/point/point_cache.h"
#include "report/printout.h"

namespace spillway {

/// A choice of the compiler that differs from Spillway's choice. `cycles` is the number of cycles
/// by which the choice makes the run longer; negative = shorter.
struct AdoptedChoice {
  std::string choice;
  Cycles cycles = 0;
};

/// Explains why a compiled file takes more or fewer cycles than Spillway's plan for the same
/// network. The explanation starts with Spillway's plan. The compiler's choices replace Spillway's
/// choices one after the other, in a fixed order, and the network is simulated after each
/// replacement. The last simulation is that of the compiled file. So the cycles of `choices` add up
/// to `compiled_cycles - own_cycles`. How many cycles a choice costs depends on the choices that
/// were replaced earlier.
struct CompiledDifference {
  std::string own;  // label of Spillway's plan
  std::string compiled;
  Cycles own_cycles = 0;
  Cycles compiled_cycles = 0;
  std::vector<AdoptedChoice> choices;
  std::string note;  // text about operators that the compiler split differently; empty = none
  // Why the plan in the file cannot be applied to the network as Spillway lowers it; empty = the
  // plan can be applied.
  std::string failure;
};

/// Explains the difference between `own`, a plan of Spillway for `network`, and `compiled`, a file
/// that was compiled from `network`. Both must have been simulated without an error.
CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache);

/// Returns a table in cycles. The first row is Spillway's plan, the last row is the compiled file.
/// Each row between them is a choice of the compiler that differs from Spillway's choice.
Printout difference_printout(const CompiledDifference& difference);

}  // namespace spillway
