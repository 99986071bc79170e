// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweep/sweep.h"
#include "experiments/sweep/sweep_journal.h"
#include "experiments/sweep/sweep_meta.h"

namespace spillway {

/// Where a row is in a journal, and the number of its point.
struct StoredRow {
  std::uint64_t offset = 0;  // in the file
  std::uint32_t length = 0;  // without the checksum
  std::uint32_t point = 0;
  bool failed = false;  // its status
};

struct StoredRows {
  std::vector<StoredRow> rows;
  std::size_t failed = 0;   // of them
  std::size_t damaged = 0;  // lines that do not agree with their checksums, and are left out
};

class SweepFiles;

/// The rows that the files of `run` hold, and FILE.meta.json written anew. Throws
/// UserError(input_file) when another version began them.
StoredRows take_over_rows(SweepTable& table, const SweepRun& run, const SweepMeta& meta,
                          const SweepFiles& files);

/// A row and its times, as two lines, for SweepFiles::append. Runs in a worker.
std::string timed_row(SweepTable& table, std::size_t point);

/// The files of one run: rows and times. Only places of rows are kept, the rows are on the disk.
class SweepFiles {
 public:
  /// Opens or creates them, as SweepJournal does. What it is given must outlive it.
  SweepFiles(SweepTable& table, const SweepRun& run, const SweepMeta& meta);

  /// One per point; a row of a point whose row before has failed takes its place. Throws
  /// UserError(input_file) when the file holds a row that is no point of the shard, or otherwise a
  /// point twice.
  StoredRows rows() const;
  std::string text(const StoredRow& row) const { return rows_.text(row.offset, row.length); }

  /// A row and its times, as two lines.
  void append(const std::string& output);
  /// A point that no worker could do.
  void append_failed(std::size_t point, const std::string& reason);

  /// Replaces both files by ones in the order of the points. `rows` are those of rows(). Gives the
  /// hash of the new file of rows.
  std::string sort(StoredRows rows) const;

 private:
  StoredRow stored(std::uint64_t offset, std::string_view row, std::size_t point) const;
  StoredRows times() const;
  std::string write_rows(const StoredRows& rows) const;
  [[noreturn]] void reject_row(const std::string& why, std::string_view row) const;

  SweepTable& table_;
  const SweepRun& run_;
  SweepJournal rows_, times_;
  std::vector<bool> in_shard_;  // by point
};

}  // namespace spillway
