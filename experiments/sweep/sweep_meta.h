// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiments/sweep/shard.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// The content of FILE.meta.json, which describes the run and the sweep that wrote the rows of FILE
/// (docs/formats.md).
struct SweepMeta {
  std::string tool_version;
  std::string build;  // the result of build_id(); all rows of a file are from one build
  std::string command;
  // Hash of the resolved targets and of all points of the sweep. All shards (parts) of a sweep have
  // the same hash.
  std::string sweep_hash;
  std::size_t total_points = 0;
  Shard shard;
  std::vector<std::size_t> points;  // numbers of the points in the file, ascending
  std::string rows_hash;            // rows_hash() of the rows, in the order of `points`
  std::string content_hash;         // hash of the complete CSV; empty while rows are appended
};

/// Return the paths of the files that lie beside the CSV of a sweep. If the CSV is a symbolic link,
/// they lie beside the file to which the link leads.
std::string meta_path(const std::string& csv_path);
std::string times_path(const std::string& csv_path);

/// Returns how a command line names each target of a sweep that is read from a file: the path of
/// the file. The key is the hash of the target.
std::map<std::string, std::string> target_words(const SweepTable& table);

SweepMeta describe_sweep(SweepTable& table, const Shard& shard, const std::string& command);

/// Returns the text of FILE.meta.json. The text includes the networks and resolved targets of the
/// table.
std::string write_meta(const SweepMeta& meta, SweepTable& table);

/// Returns the text of FILE.meta.json for a merged sweep. `path` is the FILE.meta.json of one
/// shard, from which networks and targets are taken.
std::string merged_meta(const std::string& path, const std::string& command,
                        const std::string& rows_hash, const std::string& content_hash);

/// Returns the lines of a CSV after its header, without line feeds. Leaves out a last line without
/// a line feed, because this line may be incomplete.
std::vector<std::string> split_rows(const std::string& csv);

/// Returns the hash of the identities of `rows` (the cells that identify the points).
/// FILE.meta.json records this hash, so a file in which rows are missing is detected.
std::string rows_hash(const std::vector<std::string>& rows);

/// Reads a FILE.meta.json. Throws UserError(input_file) for wrong contents, such as numbers out of
/// range or points that are not ascending.
SweepMeta read_meta(const std::string& path);

/// Returns ascending numbers as ranges, such as `0-41 50 60-63`, for FILE.meta.json and for
/// messages.
std::string ranges_text(const std::vector<std::size_t>& numbers);

}  // namespace spillway
