// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/files.h"
#include "experiments/cpu_timer.h"
#include "experiments/sweep_journal.h"
#include "experiments/sweep_meta.h"
#include "experiments/sweep_trades.h"
#include "experiments/worker_pool.h"

namespace spillway {
namespace {

using Rows = std::vector<std::pair<std::size_t, std::string>>;  // number of the point, row

const char* const no_survivor = "two workers died at this point";

std::string times_header() {
  return fmt::format("{},wall_us,cpu_us,lower_us,plan_us,schedule_us,simulate_us\n",
                     sweep_identity_columns);
}

std::int64_t microseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e6); }

// The row and its times, as two lines. Runs in a worker.
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

// The files of one run: rows, times, and what is done already.
class SweepFiles {
 public:
  SweepFiles(SweepTable& table, const SweepRun& run, const SweepMeta& meta)
      : table_(table),
        run_(run),
        rows_(run.output, table.header()),
        times_(times_path(run.output), times_header()) {
    in_shard_.resize(table.points().size(), false);
    for (const std::size_t point : meta.points) in_shard_[point] = true;
  }

  Rows read_rows() const { return read(rows_, true); }

  void append(std::size_t point, const std::optional<std::string>& output) {
    if (!output) return rows_.append(table_.failed_row(point, no_survivor));
    const std::size_t end = output->find('\n');
    rows_.append(output->substr(0, end));
    times_.append(output->substr(end + 1));
  }

  void sort() const {
    const std::string csv = sorted(table_.header(), read_rows());
    write_file(run_.output, run_.shard.count == 1 ? with_pareto_column(csv, run_.output) : csv);
    write_file(times_path(run_.output), sorted(times_header(), read(times_, false)));
  }

 private:
  Rows read(const SweepJournal& journal, bool unique) const;

  static std::string sorted(const std::string& header, const Rows& rows) {
    return sorted_rows(header, {rows.begin(), rows.end()});
  }

  SweepTable& table_;
  const SweepRun& run_;
  SweepJournal rows_, times_;
  std::vector<bool> in_shard_;  // by point
};

Rows SweepFiles::read(const SweepJournal& journal, bool unique) const {
  Rows rows;
  std::vector<bool> seen(table_.points().size(), false);
  for (std::string& row : journal.rows()) {
    const std::optional<std::size_t> number = table_.find(identity_of_row(row));
    const bool known = number && in_shard_[*number];
    if (!known || (unique && seen[*number])) {
      throw UserError(ExitCode::input_file, {run_.output},
                      fmt::format("{} this sweep: {}; resume with the command line that wrote the "
                                  "file, or choose another --output",
                                  !known ? "a row is no point of" : "a point is there twice of",
                                  identity_of_row(row)));
    }
    seen[*number] = true;
    rows.emplace_back(*number, std::move(row));
  }
  return rows;
}

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

std::size_t count_failed(const Rows& rows) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const auto& row) {
    return status_of_row(row.second) == "failed";
  }));
}

std::vector<std::size_t> points_left(const SweepMeta& meta, const Rows& rows) {
  std::vector<std::size_t> done;
  for (const auto& [number, row] : rows) done.push_back(number);
  std::sort(done.begin(), done.end());
  std::vector<std::size_t> left;
  std::set_difference(meta.points.begin(), meta.points.end(), done.begin(), done.end(),
                      std::back_inserter(left));
  return left;
}

}  // namespace

SweepOutcome run_sweep(SweepTable& table, const SweepRun& run, const SweepProgress& progress) {
  const SweepMeta meta = describe_sweep(table, run.shard, run.command);
  SweepFiles files(table, run, meta);
  const Rows before = files.read_rows();
  write_or_check_meta(table, meta, run.output, !before.empty());
  SweepOutcome outcome;
  outcome.total = meta.points.size();
  outcome.done = before.size();
  progress(outcome.done, outcome.total, "");
  const PoolEnd end = run_in_workers(
      points_left(meta, before), run.workers,
      [&](std::size_t point) { return timed_row(table, point); },
      [&](std::size_t point, const std::optional<std::string>& output) {
        files.append(point, output);
        progress(++outcome.done, outcome.total,
                 output ? std::string_view(*output).substr(0, output->find('\n')) : "");
      });
  outcome.interrupted = end == PoolEnd::interrupted;
  if (!outcome.interrupted) files.sort();
  outcome.failed = count_failed(files.read_rows());
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
