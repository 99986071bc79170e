// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "experiments/sweep/shard.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {

/// Options for running a sweep. The options do not change the simulated values of a point. A limit
/// can only turn the row of a point into a row with status `failed`.
struct SweepRun {
  std::string output;  // path of the CSV; rows of the same sweep in this file are kept
  std::size_t workers = 1;
  Shard shard;
  std::string command;  // the whole command line, for FILE.meta.json
  // Whether to keep the rows with status `failed` of an earlier run. If false, the points of these
  // rows are simulated again.
  bool keep_failed = false;
  // Limits for one point. A point that exceeds a limit gets a row with status `failed`.
  PoolLimits limits;
};

}  // namespace spillway
