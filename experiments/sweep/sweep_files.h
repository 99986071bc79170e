// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweep/sweep_journal.h"
#include "experiments/sweep/sweep_meta.h"
#include "experiments/sweep/sweep_run.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {

/// The position of a row in the output file of a sweep, and the number of its point.
struct StoredRow {
  std::uint64_t offset = 0;  // position of the row in the file
  std::uint32_t length = 0;  // bytes of the row without its checksum
  std::uint32_t point = 0;
  bool failed = false;  // whether the status of the row is `failed`
};

struct StoredRows {
  std::vector<StoredRow> rows;
  std::size_t failed = 0;   // number of rows with status `failed`
  std::size_t damaged = 0;  // number of lines with a wrong checksum, which are not in `rows`
};

class SweepFiles;

/// Reads the rows that the files of `run` already contain, and writes a new FILE.meta.json. Throws
/// UserError(input_file) if another version or build of Spillway has written these rows.
StoredRows read_earlier_rows(SweepTable& table, const SweepRun& run, const SweepMeta& meta,
                             const SweepFiles& files);

/// Simulates a point with SweepTable::row(). Returns two lines for SweepFiles::append(): the row
/// and its times. Runs in a worker process.
std::string timed_row(SweepTable& table, const SweepPoint& point);

/// The CSV of rows and the CSV of times of one run. There may be millions of rows, so the rows stay
/// on the disk and memory holds only their positions.
class SweepFiles {
 public:
  /// Opens or creates the files of rows and times; see SweepJournal for errors. The arguments must
  /// outlive this object.
  SweepFiles(SweepTable& table, const SweepRun& run, const SweepMeta& meta);

  /// Returns the positions of the stored rows, at most one row for each point. If a point has a
  /// failed row and a later row, the result has the later row. Throws UserError(input_file) if the
  /// point of a row is not in the shard, or if a point that did not fail has two rows.
  StoredRows rows() const;
  std::string text(const StoredRow& row) const { return rows_.text(row.offset, row.length); }

  /// Appends a row and its times. `output` has two lines, as timed_row() returns them.
  void append(const std::string& output);
  /// Appends a row with status `failed` for a point whose worker process died or exceeded a limit.
  void append_failed(std::size_t point, const std::string& reason);

  /// Replaces the files of rows and times by files that are sorted by point. `rows` must be the
  /// result of rows(). Returns the hash of the new file of rows.
  std::string sort(StoredRows rows) const;

 private:
  StoredRow stored(std::uint64_t offset, std::string_view row, std::size_t point) const;
  StoredRows times() const;
  std::string write_rows(const StoredRows& rows) const;
  [[noreturn]] void reject_row(const std::string& why, std::string_view row) const;

  SweepTable& table_;
  const SweepRun& run_;
  SweepJournal rows_, times_;
  std::vector<bool> in_shard_;  // for each point of the sweep: whether the shard contains it
};

}  // namespace spillway
