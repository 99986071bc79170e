// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/answers/contestant.h"
#include "experiments/point/point_cache.h"

namespace spillway {

/// One choice of a compiler's that is taken over, and what the run then takes more; less than 0
/// where it is faster.
struct AdoptedChoice {
  std::string choice;
  Cycles cycles = 0;
};

/// Why a compiled file takes another time than a plan of ours for the same network: the run of our
/// plan, into which one choice of the compiler's after the other is put, each simulated, until it
/// is the file's own replay. The cycles of `choices` add up to `compiled_cycles - own_cycles`. What
/// a choice is worth depends on those before it; their order is always the same.
struct CompiledDifference {
  std::string own;  // labels of the contestants
  std::string compiled;
  Cycles own_cycles = 0;
  Cycles compiled_cycles = 0;
  std::vector<AdoptedChoice> choices;
  std::string note;     // which operators the compiler cut differently; empty = none
  std::string failure;  // why nothing is explained: the file's plan cannot be put on the network
};

/// `own` has a plan of ours for `network`, `compiled` is a file that was compiled from it; both
/// run.
CompiledDifference explain_difference(const Network& network, const Contestant& own,
                                      const Contestant& compiled, PointCache& cache);

/// As lines of at most 80 columns, with a sum.
std::string difference_text(const CompiledDifference& difference);

}  // namespace spillway
