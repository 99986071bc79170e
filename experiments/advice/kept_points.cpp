// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/kept_points.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/text.h"
#include "experiments/sweep/sweep_meta.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  for (const std::string_view cell : raw_cells(row)) cells.push_back(unquoted_cell(cell));
  return cells;
}

}  // namespace

KeptPoints::KeptPoints(SweepTable& table, const SweepRun& run, WorkerPool& pool)
    : table_(table), run_(run), pool_(pool) {
  std::string header = table.header();
  header.pop_back();
  for (const std::string_view name : raw_cells(header)) {
    columns_.emplace(name, columns_.size());
  }
  if (run.output.empty()) return;
  meta_ = describe_sweep(table, run.shard, run.command);
  files_.emplace(table, run, *meta_);
  for (const StoredRow& row : read_earlier_rows(table, run, *meta_, *files_).rows) {
    take(row.point, files_->text(row));
  }
}

void KeptPoints::take(std::size_t point, const std::string& row) { rows_[point] = cells_of(row); }

void KeptPoints::simulate(const std::vector<std::size_t>& points) {
  std::vector<std::size_t> left;
  for (const std::size_t point : points) {
    if (rows_.count(point) == 0) left.push_back(point);
  }
  PoolLimits limits = run_.limits;
  std::string reason;
  limits.lost = [&](std::size_t /*point*/, const std::string& why) { reason = why; };
  const PoolEnd end = pool_.run(
      left, [&](std::size_t point) { return table_.points().code(point); },
      [&](std::size_t point, const std::optional<std::string>& output) {
        if (files_ && output) files_->append(*output);
        if (files_ && !output) files_->append_failed(point, reason);
        take(point,
             output ? output->substr(0, output->find('\n')) : table_.failed_row(point, reason));
      },
      limits);
  if (end == PoolEnd::finished) return;
  throw UserError(ExitCode::interrupted,
                  run_.output.empty()
                      ? "interrupted; without --output nothing was kept"
                      : fmt::format("interrupted; {} points are in {}; resume with:\n{}",
                                    rows_.size(), run_.output, run_.command));
}

bool KeptPoints::is_ok(std::size_t point) const { return cell(point, "status") == "ok"; }

std::string KeptPoints::cell(std::size_t point, const std::string& column) const {
  const auto place = columns_.find(column);
  if (place == columns_.end()) return "";
  const std::vector<std::string>& cells = rows_.at(point);
  return place->second < cells.size() ? cells[place->second] : "";
}

std::vector<std::pair<std::string, std::string>> KeptPoints::columns(const std::string& begin,
                                                                     const std::string& end) const {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [name, place] : columns_) {
    const bool fits = name.size() > begin.size() + end.size() && name.rfind(begin, 0) == 0 &&
                      ends_with(name, end);
    if (!fits) continue;
    const std::size_t length = name.size() - begin.size() - end.size();
    found.emplace_back(name, name.substr(begin.size(), length));
  }
  return found;
}

void KeptPoints::finish() {
  if (!files_) return;
  meta_->content_hash = files_->sort(files_->rows());
  write_file(meta_path(run_.output), write_meta(*meta_, table_));
}

}  // namespace spillway
