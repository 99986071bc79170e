// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/merge_sweeps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/file_exists.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hash.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/sweep/row_check.h"
#include "experiments/sweep/sweep.h"
#include "experiments/sweep/sweep_meta.h"

namespace spillway {
namespace {

[[noreturn]] void reject_shard(const std::string& path, const std::string& message) {
  throw input_error({path}, message);
}

struct ShardFile {
  std::string path;
  SweepMeta meta;
  std::string header;             // header of the CSV without the checksum column
  std::vector<std::string> rows;  // rows without checksums, in the order of meta.points
};

std::string header_without_check(const std::string& path, const std::string& text) {
  const std::size_t end = text.find('\n');
  const std::string header = text.substr(0, end);
  const std::string body = header.substr(0, header.rfind(','));
  if (end == std::string::npos || with_check_column(body) != header) {
    reject_shard(path, "its first line is not that of a sweep");
  }
  return body + "\n";
}

void remove_row_check(const std::string& path, std::size_t line, std::string& row) {
  const std::optional<std::string_view> body = checked_row(row);
  if (!body) {
    throw input_error({path, static_cast<int>(line)},
                      "the row does not agree with its checksum: it was changed or damaged after "
                      "it was written; the command line that wrote the file simulates it again");
  }
  row.resize(body->size());
}

ShardFile read_shard(const std::string& given) {
  ShardFile file;
  file.path = resolved_link(given);
  file.meta = read_meta(meta_path(file.path));
  const std::string text = read_text(file.path);
  file.header = header_without_check(file.path, text);
  file.rows = split_rows(text);
  constexpr std::size_t first_row_line = 2;
  for (std::size_t i = 0; i < file.rows.size(); ++i) {
    remove_row_check(file.path, i + first_row_line, file.rows[i]);
  }
  const bool whole = file.rows.size() == file.meta.points.size();
  if (!whole || rows_hash(file.rows) != file.meta.rows_hash || file.meta.content_hash.empty()) {
    reject_shard(file.path,
                 fmt::format("unfinished: {} of {} rows are there; resume it with:\n{}",
                             file.rows.size(), file.meta.points.size(), file.meta.command));
  }
  Hash hash;
  hash.add(text);
  if (hash.text() != file.meta.content_hash) {
    reject_shard(file.path, fmt::format("does not agree with the checksum in {}: it was changed or "
                                        "damaged after it was written; write it again with:\n{}",
                                        meta_path(file.path), file.meta.command));
  }
  return file;
}

std::vector<std::size_t> common_points(const ShardFile& a, const ShardFile& b) {
  std::vector<std::size_t> common;
  std::set_intersection(a.meta.points.begin(), a.meta.points.end(), b.meta.points.begin(),
                        b.meta.points.end(), std::back_inserter(common));
  return common;
}

void require_one_sweep(const std::vector<ShardFile>& files) {
  for (const ShardFile& file : files) {
    if (file.meta.sweep_hash != files[0].meta.sweep_hash || file.header != files[0].header ||
        file.meta.tool_version != files[0].meta.tool_version) {
      reject_shard(
          file.path,
          fmt::format(
              "is no part of the sweep that {} is a part of; they were written with\n{}\n{}",
              files[0].path, file.meta.command, files[0].meta.command));
    }
    if (file.meta.build != files[0].meta.build) {
      reject_shard(
          file.path,
          fmt::format(
              "was written by build {} of Spillway, {} by build {}; write both with the same",
              file.meta.build, files[0].path, files[0].meta.build));
    }
  }
}

void require_no_overlap(const std::vector<ShardFile>& files) {
  for (std::size_t a = 0; a < files.size(); ++a) {
    for (std::size_t b = a + 1; b < files.size(); ++b) {
      const std::vector<std::size_t> common = common_points(files[a], files[b]);
      if (common.empty()) continue;
      reject_shard(files[b].path,
                   fmt::format("points {} are in {} as well", ranges_text(common), files[a].path));
    }
  }
}

// Throws UserError(input_file) unless `rows` has a row for every point of the sweep. `rows` must
// not have two rows for the same point.
void require_no_gap(const std::vector<ShardFile>& files,
                    const std::vector<std::pair<std::size_t, std::string_view>>& rows) {
  const std::size_t total = files[0].meta.total_points;
  std::vector<bool> there(total, false);
  for (const auto& [number, row] : rows) there[number] = true;
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < total; ++i) {
    if (!there[i]) missing.push_back(i);
  }
  if (missing.empty()) return;
  std::string shards;
  for (const ShardFile& file : files) {
    shards += fmt::format("{}{}/{}", shards.empty() ? "" : ", ", file.meta.shard.index,
                          file.meta.shard.count);
  }
  throw UserError(ExitCode::input_file,
                  fmt::format("points {} of {} are in none of the files, which are shards {}",
                              ranges_text(missing), total, shards));
}

// Returns the contents of the merged FILE.times.csv. No result depends on the times, so files of
// shards may lack some or all of their times.
std::string merged_times(const std::vector<ShardFile>& files) {
  std::string header;
  std::vector<std::pair<std::size_t, std::string>> rows;
  for (const ShardFile& file : files) {
    if (!file_exists(times_path(file.path))) continue;
    const std::string text = read_text(times_path(file.path));
    header = text.substr(0, text.find('\n') + 1);
    std::map<std::string_view, std::size_t> numbers;
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
      numbers.emplace(identity_of_row(file.rows[i]), file.meta.points[i]);
    }
    for (std::string& row : split_rows(text)) {
      const auto number = numbers.find(identity_of_row(row));
      if (number != numbers.end()) rows.emplace_back(number->second, std::move(row));
    }
  }
  return header.empty() ? "" : sorted_rows(header, {rows.begin(), rows.end()});
}

}  // namespace

MergedSweep merge_sweeps(const std::vector<std::string>& paths, const std::string& command) {
  std::vector<ShardFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) files.push_back(read_shard(path));
  require_one_sweep(files);
  require_no_overlap(files);
  std::vector<std::pair<std::size_t, std::string_view>> rows;
  MergedSweep merged;
  for (const ShardFile& file : files) {
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
      rows.emplace_back(file.meta.points[i], file.rows[i]);
      if (status_of_row(file.rows[i]) == "failed") ++merged.failed;
    }
  }
  require_no_gap(files, rows);
  const std::string csv = with_pareto_column(sorted_rows(files[0].header, rows), "merged");
  merged.csv = with_row_checks(csv);
  Hash hash;
  hash.add(merged.csv);
  merged.meta =
      merged_meta(meta_path(files[0].path), command, rows_hash(split_rows(csv)), hash.text());
  merged.times = merged_times(files);
  return merged;
}

}  // namespace spillway
