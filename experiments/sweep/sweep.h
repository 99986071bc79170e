// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/sweep/shard.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {

/// How a sweep is run; none of it changes its rows.
struct SweepRun {
  std::string output;  // a regular file, which may hold rows of the same sweep already
  std::size_t workers = 1;
  Shard shard;
  std::string command;  // the whole command line, for FILE.meta.json
  bool keep_failed =
      false;          // rows `failed` of a run before stay, else their points are tried again
  PoolLimits limits;  // of one point; above them it is a row `failed`
};

struct SweepOutcome {
  bool interrupted = false;
  std::size_t done = 0;     // rows in the file
  std::size_t total = 0;    // points of the shard
  std::size_t failed = 0;   // rows of status `failed`
  std::size_t damaged = 0;  // rows that did not agree with their checksums and were done again
};

/// Called once at the start and after every point: how many are done, and the row (empty at first).
using SweepProgress =
    std::function<void(std::size_t done, std::size_t total, std::string_view row)>;

/// Simulates the points of the shard that `run.output` does not hold yet. Rows are appended as
/// points finish; in the end the file is replaced by one in the order of the points, whose bytes do
/// not depend on workers, interruptions or resuming. Beside it, FILE.meta.json says where the rows
/// come from and FILE.times.csv what they took. Throws UserError: input_file when the file holds
/// rows of another sweep or build, run_failed when it cannot be written. If every point of a
/// whole sweep fails for a mistake of the user, throws that mistake once and leaves no file.
SweepOutcome run_sweep(SweepTable& table, const SweepRun& run, const SweepProgress& progress);

/// `rows` under `header`, in the order of the numbers of their points.
std::string sorted_rows(const std::string& header,
                        const std::vector<std::pair<std::size_t, std::string_view>>& rows);

/// The status of a row of a sweep: ok, failed, ...
std::string_view status_of_row(std::string_view row);

}  // namespace spillway
