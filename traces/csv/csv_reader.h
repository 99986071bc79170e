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

/// Reads a CSV text whose first line names the columns. Blank lines and lines that begin with # are
/// skipped. Cells may be quoted; a quote inside a quoted cell is written twice. A record is one
/// line. For every mistake in the text, the functions throw UserError(input_file) with the line
/// and, if the mistake is in one cell, with the column.
class CsvReader {
 public:
  using Column = std::size_t;

  /// Reads the header. `source` is the name of the text in error messages.
  CsvReader(std::string text, std::string source);
  ~CsvReader();

  const std::vector<std::string>& header() const { return header_; }

  /// Returns the column whose name is one of `names`: the usual name, then its synonyms. If the
  /// header has several of these names, the name that is first in `names` counts. Throws if two
  /// columns have this name; other names may occur in the header twice.
  std::optional<Column> find_column(std::initializer_list<std::string_view> names);
  /// Returns the column whose name is one of `names`, with the rules of find_column(). Throws if
  /// there is no such column.
  Column require_column(std::initializer_list<std::string_view> names);
  /// Throws if the header has a column that no call of find_column() or require_column() has named.
  /// The message suggests the most similar name of these calls.
  void reject_unknown_columns() const;

  /// Moves to the next row. Returns false if there is no further row.
  bool next_row();
  const std::string& cell(Column column) const { return cells_[column].text; }
  /// Returns the text of a cell in the current row; empty if `column` is nullopt.
  std::string_view cell(std::optional<Column> column) const;
  int line() const { return line_; }
  /// Returns the position of the cell's first character in its line, from 1.
  int position(Column column) const { return cells_[column].position; }

  /// Returns the whole number in a cell of the current row. Throws if the cell holds no whole
  /// number from `least` to `greatest`.
  std::int64_t integer(Column column, std::int64_t least = 0,
                       std::int64_t greatest = std::numeric_limits<std::int64_t>::max()) const;
  /// Returns the decimal number in a cell of the current row. Throws if the cell holds no finite
  /// number.
  double number(Column column) const;

  [[noreturn]] void reject(Column column, const std::string& message) const;
  [[noreturn]] void reject_row(const std::string& message) const;

 private:
  struct Cell {
    std::string text;
    // The position of the cell's first character in its line, from 1.
    int position = 1;
  };
  class Lines;

  std::optional<std::string_view> next_line();
  bool read_record(std::vector<Cell>& cells);
  Cell take_cell(std::string_view line, std::size_t& at) const;
  std::string take_quoted(std::string_view line, std::size_t& at) const;

  std::string source_;
  std::unique_ptr<Lines> lines_;
  std::vector<std::string> header_;
  // For each column of the header: whether find_column() was called for it.
  std::vector<bool> is_requested_;
  std::vector<std::string> requested_names_;  // all names that calls of find_column() contained
  std::vector<Cell> cells_;
  int line_ = 0;
};

/// Escapes arbitrary text, so that it fits into one cell of one line. Control characters,
/// backslashes, a blank at either end, and a first character that begins a comment or, in
/// spreadsheets, a formula become backslash escapes (\n, \r, \t, \\, \xHH). The cell is quoted if
/// csv_cell() quotes it.
std::string text_cell(std::string_view text);
/// Returns the text of a cell. If the cell is quoted, the outer quotes are removed, and every
/// doubled quote inside becomes a single quote.
std::string unquoted_cell(std::string_view cell);
/// The inverse of text_cell(): returns the text that text_cell() has escaped. `cell` must be
/// unquoted. Returns nullopt if `cell` has a malformed escape.
std::optional<std::string> text_from_cell(std::string_view cell);

}  // namespace spillway
