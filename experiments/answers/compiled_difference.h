// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/answers/contestant.h"
#include "experiments/point/point_cache.h"
#include "report/printout.h"

namespace spillway {

/// A choice of the compiler that differs from Spillway's choice. `cycles` tells how much longer it
/// makes the run; negative = shorter.
struct AdoptedChoice {
  std::string choice;
  Cycles cycles = 0;
};

/// Explains why a compiled file takes another time than Spillway's plan for the same network.
/// Starting from Spillway's plan, the compiler's choices are applied one after the other, in a
/// fixed order, with a simulation after each. The last simulation is that of the file. The cycles
/// of `choices` add up to `compiled_cycles - own_cycles`. How many cycles a choice costs depends on
/// the choices before it.
struct CompiledDifference {
  std::string own;  // label of Spillway's plan
  std::string compiled;
  Cycles own_cycles = 0;
  Cycles compiled_cycles = 0;
  std::vector<AdoptedChoice> choices;
  std::string note;  // operators that the compiler split differently; empty = none
  // Why the file's plan cannot be applied to the network as Spillway lowers it; empty = it can.
  std::string failure;
};

/// Explains the difference between `own`, a plan of Spillway for `network`, and `compiled`, a file
/// that was compiled from `network`. It must be possible to simulate both.
CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache);

/// Returns a table that begins with the cycles of Spillway's plan and ends with the cycles of the
/// file. Each row between them is a choice that differs.
Printout difference_printout(const CompiledDifference& difference);

}  // namespace spillway
