// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiments/sweep/shard.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Where the rows of a sweep's CSV come from: the content of FILE.meta.json (docs/formats.md).
struct SweepMeta {
  std::string tool_version;
  std::string build;  // build_id(); a file has rows of one build only
  std::string command;
  // Hash of the resolved targets and of all points. All shards of a sweep have the same hash.
  std::string sweep_hash;
  std::size_t total_points = 0;
  Shard shard;
  std::vector<std::size_t> points;  // numbers of the points that the file has rows of, ascending
  std::string rows_hash;            // hash of the identities of the rows, in the order of `points`
  std::string content_hash;         // hash of the complete CSV; empty while the file grows
};

std::string meta_path(const std::string& csv_path);
std::string times_path(const std::string& csv_path);

/// The paths of the target files of a sweep. The key is the hash of a file.
std::map<std::string, std::string> target_words(const SweepTable& table);

SweepMeta describe_sweep(SweepTable& table, const Shard& shard, const std::string& command);

/// The text of FILE.meta.json, with the networks and resolved targets of the table.
std::string write_meta(const SweepMeta& meta, SweepTable& table);

/// The text of FILE.meta.json for a merged sweep, made from the file `path` of one shard.
std::string merged_meta(const std::string& path, const std::string& command,
                        const std::string& rows_hash, const std::string& content_hash);

/// Splits a CSV into the lines after its header, without line feeds. A last line that does not end
/// in a line feed is left out, because it may be incomplete.
std::vector<std::string> split_rows(const std::string& csv);

/// Returns the hash of the identities of `rows`. A file is finished if its rows have the hash that
/// its FILE.meta.json records; otherwise rows are still missing.
std::string rows_hash(const std::vector<std::string>& rows);

/// Reads a FILE.meta.json. Throws UserError(input_file) if it is wrong: for example, numbers out of
/// range, or points not ascending.
SweepMeta read_meta(const std::string& path);

/// Writes numbers as ranges, such as `0-41 50 60-63`, for the file and for messages.
std::string ranges_text(const std::vector<std::size_t>& numbers);

}  // namespace spillway
