// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spillway {

struct MergedSweep {
  std::string csv;    // the merged CSV; equals the CSV that one run of the whole sweep writes
  std::string meta;   // content of FILE.meta.json for this CSV
  std::string times;  // content of FILE.times.csv; empty if no merged part has times
  std::size_t failed = 0;
};

/// Combines the files of all shards of a sweep. Beside each file lies a FILE.meta.json with the
/// numbers of the points in the file. `command` is the command line for the merged FILE.meta.json.
/// Throws UserError(input_file), which names the file or the points, if a shard is unfinished,
/// damaged, or of another sweep or build, or if a point is missing or occurs twice.
MergedSweep merge_sweeps(const std::vector<std::string>& paths, const std::string& command);

}  // namespace spillway
