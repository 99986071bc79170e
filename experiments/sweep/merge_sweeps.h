// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spillway {

struct MergedSweep {
  std::string csv;    // as one run of the whole sweep writes it
  std::string meta;   // for its FILE.meta.json
  std::string times;  // for its FILE.times.csv; empty when no shard has one
  std::size_t failed = 0;
};

/// Puts the files of all shards of a sweep together, by their FILE.meta.json. Throws
/// UserError(input_file) naming the file or the points when a shard is unfinished or belongs to
/// another sweep, and when points are there twice or missing.
MergedSweep merge_sweeps(const std::vector<std::string>& paths, const std::string& command);

}  // namespace spillway
