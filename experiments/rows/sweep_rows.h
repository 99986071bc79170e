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
#include <vector>

#include "base/units.h"
#include "experiments/rows/text_slots.h"

namespace spillway {

constexpr std::size_t identity_cells = 13;  // number of names in sweep_identity_columns

/// The cells that identify a point. A cell is the number of a text that a SweepRows object keeps; 0
/// is the empty text.
using IdentityKey = std::array<std::uint32_t, identity_cells>;

/// What charts and summaries need of a row of a sweep. There may be millions of rows, so texts are
/// not stored here: SweepRows keeps each different text once.
struct SweepRow {
  IdentityKey identity{};
  std::uint32_t other_memories = 0;  // the cell `memories` without the fastest memory
  std::uint32_t task_options =
      0;  // the cell `options` without options that compete; see competes()
  const std::string* status = nullptr;
  // Name of the target's fastest memory; an empty text if the row has no latency.
  const std::string* fast_memory = nullptr;
  std::optional<double> latency_us;
  Bytes fast_bytes = 0;  // capacity of the fastest memory
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

  std::deque<SweepRow> rows_;  // a deque, because it grows without copying
  std::deque<std::string> texts_;
  TextSlots numbers_;
  // Results of task_options_of(), by the number of the cell `options`.
  std::map<std::uint32_t, std::uint32_t> task_options_;
};

/// Reads the CSV of a sweep. `source` names it in error messages. Throws UserError(input_file) if
/// the text is no such CSV.
SweepRows read_sweep_rows(const std::string& csv, const std::string& source);

/// Reads the CSV of a sweep from a file. It is read piece by piece, because its text may be larger
/// than the memory.
SweepRows read_sweep_file(const std::string& path);

/// Returns the index of a column in sweep_identity_columns, which must have it.
std::size_t identity_index(std::string_view column);

/// Returns the identity of a row without the capacity of the fastest memory and without the cells
/// `left_out`. Rows that differ only in these have equal keys.
IdentityKey identity_besides(const SweepRow& row, const std::vector<std::size_t>& left_out);

}  // namespace spillway
