// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/new_file.h"
#include "experiments/rows/pareto_column.h"

namespace spillway {
namespace {

const char* const no_survivor = "two workers died at this point";
constexpr std::size_t rows_at_once = 256;  // of which cells are looked at

std::string times_header() {
  return fmt::format("{},wall_us,cpu_us,lower_us,plan_us,schedule_us,simulate_us\n",
                     sweep_identity_columns);
}

void sort_by_point(StoredRows& rows) {
  std::sort(rows.rows.begin(), rows.rows.end(), [](const StoredRow& a, const StoredRow& b) {
    return a.point != b.point ? a.point < b.point : a.offset < b.offset;
  });
}

void copy_rows(const SweepJournal& journal, const StoredRows& rows, const std::string& header,
               const std::string& path) {
  NewFile file(path);
  file.append(header);
  for (const StoredRow& row : rows.rows) file.append(journal.text(row.offset, row.length) + "\n");
  file.commit();
}

}  // namespace

SweepFiles::SweepFiles(SweepTable& table, const SweepRun& run, const SweepMeta& meta)
    : table_(table),
      run_(run),
      rows_(run.output, table.header()),
      times_(times_path(run.output), times_header()),
      in_shard_(table.points().size(), false) {
  for (const std::size_t point : meta.points) in_shard_[point] = true;
}

void SweepFiles::append(std::size_t point, const std::optional<std::string>& output) {
  if (!output) return rows_.append(table_.failed_row(point, no_survivor));
  const std::size_t end = output->find('\n');
  rows_.append(output->substr(0, end));
  times_.append(output->substr(end + 1));
}

StoredRows SweepFiles::read(const SweepJournal& journal, bool unique) const {
  StoredRows stored;
  std::vector<bool> seen(table_.points().size(), false);
  journal.for_each_row([&](std::uint64_t offset, std::string_view row) {
    const std::optional<std::size_t> point = table_.find(identity_of_row(row));
    const bool known = point && in_shard_[*point];
    if (!known || (unique && seen[*point])) {
      throw UserError(ExitCode::input_file, {run_.output},
                      fmt::format("{} this sweep: {}; resume with the command line that wrote the "
                                  "file, or choose another --output",
                                  known ? "a point is there twice of" : "a row is no point of",
                                  identity_of_row(row)));
    }
    seen[*point] = true;
    if (status_of_row(row) == "failed") ++stored.failed;
    stored.rows.push_back(
        {offset, static_cast<std::uint32_t>(row.size()), static_cast<std::uint32_t>(*point)});
  });
  return stored;
}

void SweepFiles::write_with_pareto(const StoredRows& rows) const {
  const std::string header = table_.header();
  const std::size_t count = rows.rows.size();
  ParetoColumn column;
  for (std::size_t begin = 0; begin < count; begin += rows_at_once) {
    std::string some = header;
    for (std::size_t i = begin; i < std::min(count, begin + rows_at_once); ++i) {
      some += rows_.text(rows.rows[i].offset, rows.rows[i].length) + "\n";
    }
    column.add(read_sweep_rows(some, run_.output));
  }
  column.finish();
  NewFile file(run_.output);
  file.append(header);
  for (std::size_t i = 0; i < count; ++i) {
    file.append(column.fill_in(rows_.text(rows.rows[i].offset, rows.rows[i].length), i) + "\n");
  }
  file.commit();
}

void SweepFiles::sort(StoredRows rows) const {
  sort_by_point(rows);
  if (run_.shard.count == 1) {
    write_with_pareto(rows);
  } else {
    copy_rows(rows_, rows, table_.header(), run_.output);
  }
  StoredRows times = read(times_, false);
  sort_by_point(times);
  copy_rows(times_, times, times_header(), times_path(run_.output));
}

}  // namespace spillway
