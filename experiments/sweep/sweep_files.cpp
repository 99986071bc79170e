// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_files.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/new_file.h"
#include "base/hash.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/sweep/row_check.h"

namespace spillway {
namespace {

constexpr std::size_t rows_at_once = 256;  // number of rows whose cells are parsed together

std::string times_header() {
  return fmt::format("{},wall_us,cpu_us,lower_us,plan_us,schedule_us,simulate_us\n",
                     sweep_identity_columns);
}

void sort_by_point(StoredRows& rows) {
  std::sort(rows.rows.begin(), rows.rows.end(), [](const StoredRow& a, const StoredRow& b) {
    return a.point != b.point ? a.point < b.point : a.offset < b.offset;
  });
}

// A file that computes the hash of its contents while the contents are written.
class HashedFile {
 public:
  explicit HashedFile(const std::string& path) : file_(path) {}

  void append(const std::string& text) {
    file_.append(text);
    hash_.add(text);
  }
  std::string commit() {
    file_.commit();
    return hash_.text();
  }

 private:
  NewFile file_;
  Hash hash_;
};

}  // namespace

SweepFiles::SweepFiles(SweepTable& table, const SweepRun& run, const SweepMeta& meta)
    : table_(table),
      run_(run),
      rows_(run.output, with_check_column(table.header())),
      times_(times_path(run.output), times_header()),
      in_shard_(table.points().size(), false) {
  for (const std::size_t point : meta.points) in_shard_[point] = true;
  for (const std::string& path : {run.output, times_path(run.output), meta_path(run.output)}) {
    remove_stale_temporaries(path);  // safe: the output file is locked, so no other sweep uses them
  }
}

void SweepFiles::append(const std::string& output) {
  const std::size_t end = output.find('\n');
  rows_.append(with_row_check(output.substr(0, end)));
  times_.append(output.substr(end + 1));
}

void SweepFiles::append_failed(std::size_t point, const std::string& reason) {
  rows_.append(with_row_check(table_.failed_row(point, reason)));
}

void SweepFiles::reject_row(const std::string& why, std::string_view row) const {
  throw input_error({run_.output},
                    "{} this sweep: {}; resume with the command line that wrote the file, or "
                    "choose another --output",
                    why, identity_of_row(row));
}

StoredRow SweepFiles::stored(std::uint64_t offset, std::string_view row, std::size_t point) const {
  return {offset, static_cast<std::uint32_t>(row.size()), static_cast<std::uint32_t>(point),
          status_of_row(row) == "failed"};
}

StoredRows SweepFiles::rows() const {
  StoredRows all;
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(table_.points().size(),
                                   none);  // for each point, the index of its row in all.rows
  rows_.for_each_row([&](std::uint64_t offset, std::string_view line) {
    const std::optional<std::string_view> row = checked_row(line);
    if (!row) {
      ++all.damaged;
      return;
    }
    const std::optional<std::size_t> point = table_.find(identity_of_row(*row));
    if (!point || !in_shard_[*point]) reject_row("a row is no point of", *row);
    const StoredRow entry = stored(offset, *row, *point);
    std::uint32_t& before = place[*point];
    if (before == none) {
      before = static_cast<std::uint32_t>(all.rows.size());
      all.rows.push_back(entry);
    } else if (all.rows[before].failed) {
      all.rows[before] = entry;
    } else {
      reject_row("a point is there twice of", *row);
    }
  });
  all.failed = static_cast<std::size_t>(std::count_if(
      all.rows.begin(), all.rows.end(), [](const StoredRow& row) { return row.failed; }));
  return all;
}

// Returns the positions of the stored times. Lines that are incomplete or belong to another sweep
// are skipped, because no result depends on the times.
StoredRows SweepFiles::times() const {
  StoredRows all;
  times_.for_each_row([&](std::uint64_t offset, std::string_view row) {
    const std::optional<std::size_t> point = table_.find(identity_of_row(row));
    if (point && in_shard_[*point]) all.rows.push_back(stored(offset, row, *point));
  });
  return all;
}

// Writes the rows, in the order of `rows`, to a new file, and returns the hash of the file. Fills
// in the column `pareto` if the run has all points of the sweep.
std::string SweepFiles::write_rows(const StoredRows& rows) const {
  const std::string header = table_.header();
  const std::size_t count = rows.rows.size();
  const bool has_front = run_.shard.count == 1;
  const auto row_text = [&](std::size_t i) {
    return rows_.text(rows.rows[i].offset, rows.rows[i].length);
  };
  SweepRows parsed;
  for (std::size_t begin = 0; has_front && begin < count; begin += rows_at_once) {
    std::string some = header;
    for (std::size_t i = begin; i < std::min(count, begin + rows_at_once); ++i) {
      some += row_text(i) + "\n";
    }
    parsed.add(some, run_.output);
  }
  const std::vector<std::string_view> cells = pareto_cells(parsed);
  HashedFile file(run_.output);
  file.append(with_check_column(header));
  for (std::size_t i = 0; i < count; ++i) {
    const std::string row = has_front ? with_pareto_cell(row_text(i), i, cells) : row_text(i);
    file.append(with_row_check(row) + "\n");
  }
  return file.commit();
}

std::string SweepFiles::sort(StoredRows rows) const {
  sort_by_point(rows);
  std::string hash = write_rows(rows);
  StoredRows lines = times();
  sort_by_point(lines);
  NewFile file(times_path(run_.output));
  file.append(times_header());
  for (const StoredRow& row : lines.rows) file.append(times_.text(row.offset, row.length) + "\n");
  file.commit();
  return hash;
}

}  // namespace spillway
