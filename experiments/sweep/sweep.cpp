// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/files.h"
#include "experiments/point/cpu_timer.h"
#include "experiments/sweep/sweep_files.h"
#include "experiments/sweep/sweep_meta.h"
#include "experiments/workers/worker_pool.h"

namespace spillway {
namespace {

std::int64_t microseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e6); }

// A file may be continued with another command line, but not by another version or with a target
// file that has changed: its rows would not be those of a fresh run.
void write_or_check_meta(SweepTable& table, const SweepMeta& meta, const std::string& output,
                         bool has_rows) {
  const std::string path = meta_path(output);
  if (has_rows && std::filesystem::exists(path)) {
    const SweepMeta before = read_meta(path);
    if (before.tool_version != meta.tool_version) {
      throw UserError(ExitCode::input_file, {output},
                      fmt::format("was begun by version {}, this is {}; choose another --output",
                                  before.tool_version, meta.tool_version));
    }
  }
  write_file(path, write_meta(meta, table));
}

std::vector<std::size_t> points_left(const SweepMeta& meta, const StoredRows& stored) {
  std::vector<std::size_t> done;
  done.reserve(stored.rows.size());
  for (const StoredRow& row : stored.rows) done.push_back(row.point);
  std::sort(done.begin(), done.end());
  std::vector<std::size_t> left;
  std::set_difference(meta.points.begin(), meta.points.end(), done.begin(), done.end(),
                      std::back_inserter(left));
  return left;
}

}  // namespace

std::string timed_row(SweepTable& table, std::size_t point) {
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

StoredRows take_over_rows(SweepTable& table, const SweepRun& run, const SweepMeta& meta,
                          const SweepFiles& files) {
  StoredRows before = files.rows();
  write_or_check_meta(table, meta, run.output, !before.rows.empty());
  return before;
}

SweepOutcome run_sweep(SweepTable& table, const SweepRun& run, const SweepProgress& progress) {
  const SweepMeta meta = describe_sweep(table, run.shard, run.command);
  SweepFiles files(table, run, meta);
  const std::vector<std::size_t> left = points_left(meta, take_over_rows(table, run, meta, files));
  SweepOutcome outcome;
  outcome.total = meta.points.size();
  outcome.done = outcome.total - left.size();
  progress(outcome.done, outcome.total, "");
  const PoolEnd end = run_in_workers(
      left, run.workers, [&](std::size_t point) { return timed_row(table, point); },
      [&](std::size_t point, const std::optional<std::string>& output) {
        files.append(point, output);
        progress(++outcome.done, outcome.total,
                 output ? std::string_view(*output).substr(0, output->find('\n')) : "");
      });
  outcome.interrupted = end == PoolEnd::interrupted;
  StoredRows rows = files.rows();
  outcome.failed = rows.failed;
  if (!outcome.interrupted) files.sort(std::move(rows));
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

std::string_view status_of_row(std::string_view row) {
  const std::size_t start = identity_of_row(row).size() + 1;
  return row.substr(start, row.find(',', start) - start);
}

}  // namespace spillway
