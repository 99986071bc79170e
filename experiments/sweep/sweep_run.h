// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "experiments/sweep/shard.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {

/// How a sweep is run. The contents of the rows depend on none of these members.
struct SweepRun {
  std::string output;  // a regular file; it may contain rows of the same sweep, which are kept
  std::size_t workers = 1;
  Shard shard;
  std::string command;  // the whole command line, for FILE.meta.json
  // Whether to keep the rows of an earlier run with status `failed`. Otherwise their points are
  // tried again.
  bool keep_failed = false;
  // Limits for one point. A point that exceeds them gets a row with status `failed`.
  PoolLimits limits;
};

}  // namespace spillway
