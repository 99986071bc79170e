// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/files/file_exists.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "experiments/point/cpu_timer.h"
#include "experiments/sweep/sweep_files.h"
#include "experiments/sweep/sweep_meta.h"
#include "experiments/workers/worker_pool.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

std::int64_t microseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e6); }

// Writes FILE.meta.json. If the output has rows and this file exists, first checks that version and
// build are those of the run that wrote the rows, because rows of different builds must not be
// mixed. The command line may differ.
void write_or_check_meta(SweepTable& table, const SweepMeta& meta, const std::string& output,
                         bool has_rows) {
  const std::string path = meta_path(output);
  if (has_rows && file_exists(path)) {
    const SweepMeta before = read_meta(path);
    if (before.tool_version != meta.tool_version) {
      throw input_error({output}, "was begun by version {}, this is {}; choose another --output",
                        before.tool_version, meta.tool_version);
    }
    if (before.build != meta.build) {
      throw input_error(
          {output},
          "was begun by another build of version {} ({}, this is {}); choose another --output",
          meta.tool_version, before.build, meta.build);
    }
  }
  write_file(path, write_meta(meta, table));
}

std::vector<std::size_t> unfinished_points(const SweepMeta& meta, const StoredRows& stored,
                                           bool keep_failed) {
  std::vector<std::size_t> done;
  done.reserve(stored.rows.size());
  for (const StoredRow& row : stored.rows) {
    if (keep_failed || !row.failed) done.push_back(row.point);
  }
  std::sort(done.begin(), done.end());
  std::vector<std::size_t> left;
  std::set_difference(meta.points.begin(), meta.points.end(), done.begin(), done.end(),
                      std::back_inserter(left));
  return left;
}

// Throws UserError(run_failed) if the disk has too little free space for the rows. Called before
// the first simulation.
void require_disk_space(const SweepTable& table, const SweepRun& run, std::size_t points) {
  // The length of a row is estimated from the header: a cell is about as long as the name of its
  // column. The factor 2 adds a margin.
  const std::size_t row_bytes = 2 * table.header().size();
  const std::uintmax_t needed = std::uintmax_t{points} * row_bytes;
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(run.output, error).parent_path();
  const std::filesystem::space_info room = std::filesystem::space(folder, error);
  if (error || needed <= room.available) return;
  throw UserError(ExitCode::run_failed, {run.output},
                  fmt::format("{} points take about {} bytes, and the disk has room for {}",
                              with_thousands(static_cast<std::int64_t>(points)),
                              with_thousands(static_cast<std::int64_t>(needed)),
                              with_thousands(static_cast<std::int64_t>(room.available))));
}

/// Collects the mistakes of the user (such as wrong names) that make points of a sweep fail. If
/// every point fails because of such a mistake, the sweep reports the mistake once.
class CommonMistake {
 public:
  /// Called in a worker process. Returns `output`, the lines of the row and of its times. If the
  /// point failed because of the user's mistake, appends a third line with the mistake.
  static std::string with_mistake(const std::string& output, const SweepTable& table) {
    const std::optional<UserError>& mistake = table.mistake();
    if (!mistake) return output;
    return fmt::format("{}\n{} {}", output, static_cast<int>(mistake->code()),
                       text_cell(mistake->what()));
  }

  /// Called in the parent process with the output of a worker. If `output` has a third line, which
  /// describes a mistake, stores this mistake and returns the first two lines. Otherwise returns
  /// `output`.
  std::string take(std::size_t point, const std::string& output) {
    const std::size_t end = output.find('\n', output.find('\n') + 1);
    if (end == std::string::npos) return output;
    const std::size_t first = first_with_.emplace(output.substr(end + 1), point).first->second;
    first_with_[output.substr(end + 1)] = std::min(first, point);
    ++points_;
    return output.substr(0, end);
  }

  std::size_t points() const { return points_; }

  /// Returns the mistake of the first point. The message says whether all points have the same
  /// mistake.
  UserError error() const {
    const auto& [line, point] =
        *std::min_element(first_with_.begin(), first_with_.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::size_t blank = line.find(' ');
    std::string message = text_from_cell(unquoted_cell(line.substr(blank + 1))).value_or("");
    if (points_ > 1) {
      message += fmt::format(first_with_.size() == 1 ? "; all {} points fail like this"
                                                     : "; all {} points fail, this is the first",
                             with_thousands(static_cast<std::int64_t>(points_)));
    }
    return {static_cast<ExitCode>(std::stoi(line.substr(0, blank))), message};
  }

 private:
  std::size_t points_ = 0;
  // For each mistake, the lowest number of a point with this mistake. The key is the exit code and
  // the message.
  std::map<std::string, std::size_t> first_with_;
};

void remove_files(const std::string& output) {
  std::error_code ignored;
  for (const std::string& path : {output, times_path(output), meta_path(output)}) {
    std::filesystem::remove(path, ignored);
  }
}

}  // namespace

std::string timed_row(SweepTable& table, const SweepPoint& point) {
  table.cache().times() = {};
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = cpu_seconds();
  const std::string row = table.row(point);
  const double cpu = cpu_seconds() - cpu_start;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const StepTimes& steps = table.cache().times();
  return fmt::format("{}\n{},{},{},{},{},{},{}", row, table.identity(point),
                     microseconds(wall.count()), microseconds(cpu), microseconds(steps.lower),
                     microseconds(steps.plan), microseconds(steps.schedule),
                     microseconds(steps.simulate));
}

StoredRows read_earlier_rows(SweepTable& table, const SweepRun& run, const SweepMeta& meta,
                             const SweepFiles& files) {
  StoredRows before = files.rows();
  write_or_check_meta(table, meta, run.output, !before.rows.empty());
  return before;
}

SweepOutcome run_sweep(SweepTable& table, const SweepRun& given, const SweepProgress& progress) {
  SweepRun run = given;
  run.output = resolved_link(given.output);
  SweepMeta meta = describe_sweep(table, run.shard, run.command);
  require_disk_space(table, run, meta.points.size());
  SweepFiles files(table, run, meta);
  SweepOutcome outcome;
  const StoredRows before = read_earlier_rows(table, run, meta, files);
  outcome.damaged = before.damaged;
  const std::vector<std::size_t> left = unfinished_points(meta, before, run.keep_failed);
  outcome.total = meta.points.size();
  outcome.done = outcome.total - left.size();
  progress(outcome.done, outcome.total, "");
  PoolLimits limits = run.limits;
  std::string reason;
  CommonMistake shared;
  limits.lost = [&](std::size_t /*point*/, const std::string& why) { reason = why; };
  const PoolEnd end = run_in_workers(
      left, run.workers,
      [&](std::size_t point) {
        return CommonMistake::with_mistake(timed_row(table, table.points()[point]), table);
      },
      [&](std::size_t point, const std::optional<std::string>& output) {
        if (output) {
          files.append(shared.take(point, *output));
        } else {
          files.append_failed(point, reason);
        }
        progress(++outcome.done, outcome.total,
                 output ? std::string_view(*output).substr(0, output->find('\n')) : "");
      },
      limits);
  outcome.interrupted = end == PoolEnd::interrupted;
  const bool whole = run.shard.count == 1 && before.rows.empty();
  if (whole && shared.points() == outcome.total) {
    remove_files(run.output);
    throw shared.error();
  }
  StoredRows rows = files.rows();
  outcome.failed = rows.failed;
  if (outcome.interrupted) return outcome;
  meta.content_hash = files.sort(std::move(rows));
  write_file(meta_path(run.output), write_meta(meta, table));
  return outcome;
}

std::string sorted_rows(const std::string& header,
                        const std::vector<std::pair<std::size_t, std::string_view>>& rows) {
  std::vector<std::pair<std::size_t, std::string_view>> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text = header;
  for (const auto& [number, row] : sorted) {
    text += row;
    text += '\n';
  }
  return text;
}

}  // namespace spillway
