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
  std::size_t done = 0;     // number of rows in the file
  std::size_t total = 0;    // number of points of the shard
  std::size_t failed = 0;   // number of rows with status `failed`
  std::size_t damaged = 0;  // rows with a wrong checksum, which were computed again
};

/// A function that is called once before the first point, with an empty row, and after every point.
/// It gets the number of finished points and the new row.
using SweepProgress =
    std::function<void(std::size_t done, std::size_t total, std::string_view row)>;

/// Simulates the points of the shard that `run.output` does not contain yet. Rows are appended as
/// points finish. At the end, the file is replaced by one that is sorted by point, so its bytes do
/// not depend on workers, interruptions or resuming. FILE.meta.json beside it says where the rows
/// come from, and FILE.times.csv how long they took. Throws UserError: input_file if the file
/// contains rows of another sweep or build, run_failed if it cannot be written. If every point of a
/// whole sweep fails because of a mistake of the user, throws that mistake once and leaves no file.
SweepOutcome run_sweep(SweepTable& table, const SweepRun& run, const SweepProgress& progress);

/// The rows below `header`, sorted by the numbers of their points.
std::string sorted_rows(const std::string& header,
                        const std::vector<std::pair<std::size_t, std::string_view>>& rows);

}  // namespace spillway
