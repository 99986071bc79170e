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
/// line. For every mistake in the text, the functions throw UserError(input_file) with line and
/// column.
class CsvReader {
 public:
  using Column = std::size_t;

  /// Reads the header. `source` names the text in messages.
  CsvReader(std::string text, std::string source);
  ~CsvReader();

  const std::vector<std::string>& header() const { return header_; }

  /// Returns the column whose name is one of `names`: the usual name and its synonyms. If the
  /// header has several of these names, the first one in `names` counts. Throws if the header has
  /// this name twice. Two columns may have equal names if nobody looks for them.
  std::optional<Column> find_column(std::initializer_list<std::string_view> names);
  /// Like find_column, but throws if there is no such column.
  Column require_column(std::initializer_list<std::string_view> names);
  /// Throws if the header has a column that was never looked for. The message suggests the most
  /// similar name that was looked for.
  void reject_unknown_columns() const;

  /// Moves to the next row. Returns false at the end.
  bool next_row();
  const std::string& cell(Column column) const { return cells_[column].text; }
  /// The text of a cell in the present row; empty if `column` is absent.
  std::string_view cell(std::optional<Column> column) const;
  int line() const { return line_; }
  /// The position of the cell's first character in its line, from 1.
  int position(Column column) const { return cells_[column].position; }

  /// The whole number in a cell. Throws if the cell holds no whole number from `least` to
  /// `greatest`.
  std::int64_t integer(Column column, std::int64_t least = 0,
                       std::int64_t greatest = std::numeric_limits<std::int64_t>::max()) const;
  /// The decimal number in a cell. Throws if the cell holds no number or an infinite one.
  double number(Column column) const;

  [[noreturn]] void reject(Column column, const std::string& message) const;
  [[noreturn]] void reject_row(const std::string& message) const;

 private:
  struct Cell {
    std::string text;
    // The position of the first character in the line, from 1.
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
  // For each column of the header: whether it was looked for.
  std::vector<bool> known_;
  std::vector<std::string> wanted_;  // all names that were looked for
  std::vector<Cell> cells_;
  int line_ = 0;
};

/// Escapes arbitrary text, so that it becomes a cell of one line. Control characters, backslashes,
/// outer blanks and characters that begin a formula in spreadsheets become backslash escapes (\n,
/// \r, \t, \\, \xHH). The cell gets quotes if csv_cell() would give it quotes.
std::string text_cell(std::string_view text);
/// The text of a whole cell, without the quotes if the cell is quoted.
std::string unquoted_cell(std::string_view cell);
/// Returns the text from which text_cell() made a cell. `cell` must be unquoted. Returns nothing
/// for a malformed escape.
std::optional<std::string> text_from_cell(std::string_view cell);

}  // namespace spillway
