// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "experiments/sweep/shard.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {

/// How a sweep is run. The rows do not depend on any of these.
struct SweepRun {
  std::string output;  // a regular file; it may contain rows of the same sweep, which are kept
  std::size_t workers = 1;
  Shard shard;
  std::string command;  // the whole command line, for FILE.meta.json
  // Keeps rows `failed` of an earlier run; otherwise these points are tried again.
  bool keep_failed = false;
  PoolLimits limits;  // limits of one point; if it exceeds them, its row is `failed`
};

}  // namespace spillway
