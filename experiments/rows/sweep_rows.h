// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/units.h"

namespace spillway {

constexpr std::size_t identity_cells = 13;  // number of names in sweep_identity_columns

/// The cells that identify a point. Each cell is stored as the index of its text in the table of
/// texts of a SweepRows object. The index of the empty text is 0.
using IdentityKey = std::array<std::uint32_t, identity_cells>;

/// The cells of a sweep's row that charts and summaries use. A sweep may have millions of rows, so
/// a row stores indices of texts; SweepRows stores each different text once.
struct SweepRow {
  IdentityKey identity{};
  // Index of the text of cell `memories` without the fastest memory.
  std::uint32_t other_memories = 0;
  // Index of the text of cell `options` without the options that the user is free to choose
  // (competes()). Equal texts have equal indices.
  std::uint32_t task_options = 0;
  const std::string* status = nullptr;
  // Name of the target's fastest memory; empty text if the row has no latency.
  const std::string* fast_memory = nullptr;
  std::optional<double> latency_us;
  Bytes fast_bytes = 0;  // capacity of the target's fastest memory in bytes
};

class SweepRows {
 public:
  SweepRows();
  SweepRows(SweepRows&&) = default;
  SweepRows& operator=(SweepRows&&) = default;

  /// Adds the rows of a CSV that begins with a header. `source` names the CSV in error messages.
  /// Throws UserError(input_file) if the text is not the CSV of a sweep.
  void add(const std::string& csv, const std::string& source);

  std::size_t size() const { return rows_.size(); }
  const SweepRow& operator[](std::size_t row) const { return rows_[row]; }
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

  /// Returns the text of an identity cell. `column` is an index into sweep_identity_columns.
  const std::string& cell(const SweepRow& row, std::size_t column) const {
    return texts_[row.identity[column]];
  }
  const std::string& text(std::uint32_t number) const { return texts_[number]; }

 private:
  std::uint32_t number_of(const std::string& text);
  std::uint32_t task_options_of(std::uint32_t options);

  std::deque<SweepRow> rows_;  // a deque, because it grows without copying rows
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // number of each text in texts_
  // Results of task_options_of(). The key is the number of the cell `options`.
  std::map<std::uint32_t, std::uint32_t> task_options_;
};

/// Reads the CSV of a sweep. `source` names the CSV in error messages. Throws UserError(input_file)
/// if the text is not the CSV of a sweep.
SweepRows read_sweep_rows(const std::string& csv, const std::string& source);

/// Reads the CSV of a sweep from a file. Reads a limited number of lines at a time, because the
/// text of the file may be larger than the memory.
SweepRows read_sweep_file(const std::string& path);

/// Returns the index of `column` in sweep_identity_columns. The column must be one of these
/// columns.
std::size_t identity_index(std::string_view column);

/// Returns the identity of a row, without the capacity of the fastest memory and without the
/// columns `left_out`. The function returns equal keys for rows that differ only in this capacity
/// and in these columns.
IdentityKey identity_besides(const SweepRow& row, const std::vector<std::size_t>& left_out);

}  // namespace spillway
