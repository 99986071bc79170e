// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/answers/contestant.h"
#include "experiments/point/point_cache.h"
#include "report/printout.h"

namespace spillway {

/// A choice of the compiler that differs from ours, and by how many cycles it makes the run longer;
/// negative = shorter.
struct AdoptedChoice {
  std::string choice;
  Cycles cycles = 0;
};

/// Explains why a compiled file takes another time than our plan for the same network. Starting
/// from our plan, the compiler's choices are applied one after the other, in a fixed order, with a
/// simulation after each. The last simulation is that of the file. The cycles of `choices` add up
/// to `compiled_cycles - own_cycles`. How many cycles a choice costs depends on the choices before
/// it.
struct CompiledDifference {
  std::string own;  // label of our plan
  std::string compiled;
  Cycles own_cycles = 0;
  Cycles compiled_cycles = 0;
  std::vector<AdoptedChoice> choices;
  std::string note;  // operators that the compiler split differently; empty = none
  // Why the file's plan cannot be applied to our network; empty = it can.
  std::string failure;
};

/// `own` is a plan of ours for `network`; `compiled` is a file that was compiled from it. Both must
/// be ones that can be simulated.
CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache);

/// Returns a table that begins with our cycles and ends with the cycles of the file. Each row
/// between them is a choice that differs.
Printout difference_printout(const CompiledDifference& difference);

}  // namespace spillway
