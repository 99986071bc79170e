// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/sweep/sweep_run.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

struct SweepOutcome {
  bool interrupted = false;
  std::size_t done = 0;    // number of finished points of the shard
  std::size_t total = 0;   // number of points of the shard
  std::size_t failed = 0;  // number of rows with status `failed`
  // Number of rows with a wrong checksum, whose points were simulated again.
  std::size_t damaged = 0;
};

/// A function that is called once before the first point, with an empty row, and once after every
/// point. The arguments are the number of finished points, the number of all points and the new
/// row, which is empty if the point was given up (JobDone).
using SweepProgress =
    std::function<void(std::size_t done, std::size_t total, std::string_view row)>;

/// Simulates the points of the shard (the part of the sweep that this process simulates) that the
/// file `run.output` does not contain yet. Appends a row when a point finishes. At the end,
/// replaces the file by a file that is sorted by point, so that the bytes of the file do not depend
/// on workers, interruptions or resuming. Beside the file of rows, two more files are written:
/// FILE.meta.json says which run wrote the rows, and FILE.times.csv says how long the points took.
/// Throws UserError(input_file) if the file contains rows of another sweep or build, and
/// UserError(run_failed) if the file cannot be written. If every point of a whole sweep without
/// earlier rows fails because of a mistake of the user, throws this mistake once and removes the
/// files.
SweepOutcome run_sweep(SweepTable& table, const SweepRun& run, const SweepProgress& progress);

/// Returns a CSV with `header` and the rows, sorted by the numbers of their points.
std::string sorted_rows(const std::string& header,
                        const std::vector<std::pair<std::size_t, std::string_view>>& rows);

}  // namespace spillway
