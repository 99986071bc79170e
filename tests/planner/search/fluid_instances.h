// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/search/fluid/columns.h"
#include "planner/search/fluid/fluid_problem.h"
#include "planner/search/fluid/random.h"

namespace spillway::search {

/// A reference instance of the planning problem, from a row of latency/index.csv in the reference
/// data. The figures `best_...` are in cycles.
struct ReferenceInstance {
  std::string name;
  std::string network;
  Bytes capacity = 0;
  double fast_bytes_per_cycle = 0;
  double slow_bytes_per_cycle = 0;
  double latency_cycles = 0;
  double best_whole_maps = 0;  // optimum with weights in place and each map in one memory
  double best_joint = 0;       // best known plan of maps and weights with each map in one memory
  double best_intervals = 0;   // best known plan if maps may move between memories
};

enum class Columns { whole_maps, joint, joint_intervals };

std::vector<ReferenceInstance> reference_instances();
FluidProblem reference_problem(const ReferenceInstance& instance, Columns columns);

/// Returns a random problem with up to six operators and up to six objects (maps or weights that
/// need memory). An object has up to three choices, of which the first needs no fast memory.
FluidProblem random_problem(Random& random, bool with_transfers);

/// Returns the least cycles of all selections (one choice for each object) that fit into the fast
/// memory. Tries every selection.
double least_cycles(const FluidProblem& problem);

}  // namespace spillway::search
