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
  std::uint32_t length = 0;
  std::uint32_t point = 0;
};

struct StoredRows {
  std::vector<StoredRow> rows;
  std::size_t failed = 0;  // rows of status `failed`
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

  /// In the order of the file. Throws UserError(input_file) when it holds a row that is no point of
  /// the shard, or a point twice.
  StoredRows rows() const { return read(rows_, true); }
  std::string text(const StoredRow& row) const { return rows_.text(row.offset, row.length); }

  /// A row and its times, as two lines; nothing for a point on which two workers died.
  void append(std::size_t point, const std::optional<std::string>& output);

  /// Replaces both files by ones in the order of the points. `rows` are those of rows().
  void sort(StoredRows rows) const;

 private:
  StoredRows read(const SweepJournal& journal, bool unique) const;
  void write_with_pareto(const StoredRows& rows) const;

  SweepTable& table_;
  const SweepRun& run_;
  SweepJournal rows_, times_;
  std::vector<bool> in_shard_;  // by point
};

}  // namespace spillway
