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
/// skipped. Cells may be quoted, with quotes inside doubled. A record is one line. Every mistake is
/// a UserError(input_file) with line and column.
class CsvReader {
 public:
  using Column = std::size_t;

  /// Reads the header. `source` names the text in messages.
  CsvReader(std::string text, std::string source);
  ~CsvReader();

  const std::vector<std::string>& header() const { return header_; }

  /// The first of `names` (the usual name and its synonyms) that the header has. Throws if the
  /// header has it twice. Columns that nobody looks for may have equal names.
  std::optional<Column> find_column(std::initializer_list<std::string_view> names);
  /// Like find_column, but throws if there is no such column.
  Column require_column(std::initializer_list<std::string_view> names);
  /// Throws if the header has a column that was never looked for; the error suggests a known one.
  void reject_unknown_columns() const;

  /// Moves to the next row. Returns false at the end.
  bool next_row();
  const std::string& cell(Column column) const { return cells_[column].text; }
  /// The text of a cell; empty if the column is absent.
  std::string_view cell(std::optional<Column> column) const;
  int line() const { return line_; }
  /// The position of the cell's first character in its line, from 1.
  int position(Column column) const { return cells_[column].position; }

  /// The whole number in a cell. Throws unless it is within [least, greatest].
  std::int64_t integer(Column column, std::int64_t least = 0,
                       std::int64_t greatest = std::numeric_limits<std::int64_t>::max()) const;
  /// The decimal number in a cell. Throws unless it is finite.
  double number(Column column) const;

  [[noreturn]] void reject(Column column, const std::string& message) const;
  [[noreturn]] void reject_row(const std::string& message) const;

 private:
  struct Cell {
    std::string text;
    int position = 1;  // of the first character in the line, from 1
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
  std::vector<std::string> wanted_;  // all names that were looked for
  std::vector<Cell> cells_;
  int line_ = 0;
};

/// Escapes arbitrary text, so that it becomes a cell of one line which csv_cell keeps or quotes.
/// Control characters, backslashes, outer blanks and what spreadsheets take for a formula become
/// backslash escapes (\n, \r, \t, \\, \xHH).
std::string text_cell(std::string_view text);
/// The text of a whole cell that may be in quotes.
std::string unquoted_cell(std::string_view cell);
/// The inverse of text_cell, for the unquoted text of a cell. Nothing for a malformed escape.
std::optional<std::string> text_from_cell(std::string_view cell);

}  // namespace spillway
