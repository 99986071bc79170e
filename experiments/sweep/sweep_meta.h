// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiments/sweep/shard.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// Where the rows of a sweep's CSV come from; FILE.meta.json (docs/formats.md).
struct SweepMeta {
  std::string tool_version;
  std::string build;  // build_id(): rows of two builds do not mix
  std::string command;
  std::string sweep_hash;  // of the resolved targets and all points: equal for shards of one sweep
  std::size_t total_points = 0;
  Shard shard;
  std::vector<std::size_t> points;  // rows of the file, as numbers of points, ascending
  std::string rows_hash;            // of their identities in this order
  std::string content_hash;         // of the whole CSV; empty while it grows
};

std::string meta_path(const std::string& csv_path);
std::string times_path(const std::string& csv_path);

/// By hash, the target files of a sweep.
std::map<std::string, std::string> target_words(const SweepTable& table);

SweepMeta describe_sweep(SweepTable& table, const Shard& shard, const std::string& command);

/// With the networks and resolved targets of the table.
std::string write_meta(const SweepMeta& meta, SweepTable& table);

/// The description of all points of a sweep, from that of one of its shards.
std::string merged_meta(const std::string& path, const std::string& command,
                        const std::string& rows_hash, const std::string& content_hash);

/// Lines of a CSV behind its header, without line feeds; a last line without one is left out.
std::vector<std::string> split_rows(const std::string& csv);

/// Hash of the identities of `rows`, to tell a finished file from one that is still growing.
std::string rows_hash(const std::vector<std::string>& rows);

/// Checked: numbers in their ranges, points ascending and less than there are. Throws
/// UserError(input_file).
SweepMeta read_meta(const std::string& path);

/// `0-41 50 60-63`, as numbers are listed in the file and in messages.
std::string ranges_text(const std::vector<std::size_t>& numbers);

}  // namespace spillway
