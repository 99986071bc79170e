// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/search/columns.h"
#include "planner/search/fluid_problem.h"
#include "planner/search/random.h"

namespace spillway::search {

/// A row of ../shared/reference/latency/index.csv.
struct ReferenceInstance {
  std::string name;
  std::string network;
  Bytes capacity = 0;
  double fast_bytes_per_cycle = 0;
  double slow_bytes_per_cycle = 0;
  double latency_cycles = 0;
  double best_whole_maps = 0;  // optimum with weights in place and maps that live in one memory
  double best_joint = 0;       // the best known of maps and weights, maps in one memory
  double joint_bound = 0;      // which no selection of those is below
  double best_intervals = 0;   // the same with maps that come and go
  double intervals_bound = 0;
};

enum class Columns { whole_maps, joint, joint_intervals };

std::vector<ReferenceInstance> reference_instances();
FluidProblem reference_problem(const ReferenceInstance& instance, Columns columns);

/// A problem of a few operators and objects with a few choices each; the first takes no room.
FluidProblem random_problem(Random& random, bool with_transfers);

/// Cycles of the best selection, by trying all.
double least_cycles(const FluidProblem& problem);

}  // namespace spillway::search
