// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Rows of a CSV text whose first line names the columns. Blank lines and lines that begin with #
/// are skipped; cells may be quoted, a quote within being doubled; a record is one line. Every
/// mistake is a UserError(input_file) with line and column.
class CsvReader {
 public:
  using Column = std::size_t;

  /// Reads the header. `source` names the text in messages.
  CsvReader(std::string text, std::string source);
  ~CsvReader();

  const std::vector<std::string>& header() const { return header_; }

  /// The first of `names` (the usual one and its synonyms) that the header has; throws when it has
  /// it twice. Columns that nobody looks for may be named alike.
  std::optional<Column> find_column(std::initializer_list<std::string_view> names);
  /// As find_column; throws when there is none.
  Column require_column(std::initializer_list<std::string_view> names);
  /// Throws when the header has a column that was never looked for, suggesting one that was.
  void reject_unknown_columns() const;

  /// Moves to the next row; false at the end.
  bool next_row();
  const std::string& cell(Column column) const { return cells_[column].text; }
  /// Empty when the column is absent.
  std::string_view cell(std::optional<Column> column) const;
  int line() const { return line_; }
  /// Where the cell's first character is in its line, from 1.
  int position(Column column) const { return cells_[column].position; }

  /// Whole number of a cell, within [least, greatest].
  std::int64_t integer(Column column, std::int64_t least = 0,
                       std::int64_t greatest = std::numeric_limits<std::int64_t>::max()) const;
  /// Finite decimal number of a cell.
  double number(Column column) const;

  [[noreturn]] void reject(Column column, const std::string& message) const;
  [[noreturn]] void reject_row(const std::string& message) const;

 private:
  struct Cell {
    std::string text;
    int position = 1;  // of its first character in the line, from 1
  };
  class Lines;

  std::optional<std::string_view> next_line();
  bool read_record(std::vector<Cell>& cells);
  Cell take_cell(std::string_view line, std::size_t& at) const;
  std::string take_quoted(std::string_view line, std::size_t& at) const;

  std::string source_;
  std::unique_ptr<Lines> lines_;
  std::vector<std::string> header_;
  std::vector<bool> known_;          // header columns that were looked for
  std::vector<std::string> wanted_;  // every name looked for
  std::vector<Cell> cells_;
  int line_ = 0;
};

/// Text that may hold anything, as a cell of one line that csv_cell leaves as it is or quotes:
/// control characters, backslashes, outer blanks and what spreadsheets take for a formula become
/// backslash escapes (\n, \r, \t, \\, \xHH).
std::string text_cell(std::string_view text);
/// The text of a whole cell that may be in quotes.
std::string unquoted_cell(std::string_view cell);
/// Inverse of text_cell, of the cell's unquoted text. Nothing for a malformed escape.
std::optional<std::string> text_from_cell(std::string_view cell);

}  // namespace spillway
