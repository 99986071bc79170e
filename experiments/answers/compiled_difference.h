// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/answers/contestant.h"
#include "experiments/point/point_cache.h"
#include "report/printout.h"

namespace spillway {

/// A choice of the compiler that our plan takes over, and the cycles that the run then takes
/// longer; negative = the run becomes faster.
struct AdoptedChoice {
  std::string choice;
  Cycles cycles = 0;
};

/// Explains why a compiled file's time differs from that of our plan for the same network. Starting
/// from our plan, the compiler's choices are taken over one by one, with a simulation after each,
/// until the run is the replay of the file. The cycles of `choices` add up to `compiled_cycles -
/// own_cycles`. The cycles of a choice depend on the choices before it; their order is fixed.
struct CompiledDifference {
  std::string own;  // labels of the contestants
  std::string compiled;
  Cycles own_cycles = 0;
  Cycles compiled_cycles = 0;
  std::vector<AdoptedChoice> choices;
  std::string note;  // operators that the compiler split differently; empty = none
  // Why there is no explanation: the file's plan cannot be applied to the network.
  std::string failure;
};

/// `own` is a plan of ours for `network`, `compiled` a file that was compiled from it; both must
/// run.
CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache);

/// A table that leads from our cycles to the cycles of the file, with a row per differing choice.
Printout difference_printout(const CompiledDifference& difference);

}  // namespace spillway
