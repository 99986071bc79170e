// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace spillway {

/// The width of the narrowest supported terminal in characters. Every printed table fits into this
/// width.
constexpr std::size_t narrowest_output = 80;
/// The width of output in Markdown, LaTeX and CSV: no limit, so nothing is shortened. In this file,
/// "document" means these three formats, and "text" means output for a terminal.
constexpr std::size_t unlimited_output = static_cast<std::size_t>(-1);

/// The contents of a column's cells:
/// * `text`: text that is aligned to the left;
/// * `right`: text that is aligned to the right, such as sizes;
/// * `number`: numbers, which may have separators of thousands.
enum class Cells : std::uint8_t { text, right, number };

/// Where a column appears:
/// * `column`: beside the other columns, in text (for a terminal) and in documents (Markdown,
///   LaTeX, CSV);
/// * `below`: in text on a line of its own below each row, in documents beside the other columns;
/// * `text`: only in text;
/// * `documents`: only in documents.
enum class Place : std::uint8_t { column, below, text, documents };

/// A column of a printed table, made by text_column(), right_column() or number_column(). The
/// member functions change how the column looks on a terminal.
struct PrintedColumn {
  std::string name;  // heading in documents, with the unit: "latency ms"
  /// The heading of the column in text (on a terminal), one or more lines; nullopt = `name`.
  std::optional<std::string> head{};
  Cells cells = Cells::text;
  // Minimum width in characters on a terminal. If the column is printed below the rows, the number
  // of blanks before its text instead.
  std::size_t width = 0;
  // Maximum width in characters on a terminal; longer cells are shortened; 0 = no limit.
  std::size_t most = 0;
  /// The number of blanks before the column on a terminal; nullopt = 2, or 0 for the first column.
  std::optional<std::size_t> gap{};
  std::string unit{};  // unit that a terminal shows after each cell that is not empty
  Place place = Place::column;
  bool elastic = false;  // whether cells are shortened if the output is too narrow
  bool wraps = false;    // whether long cells continue on further lines; only for the last column

  PrintedColumn& shown_as(std::string text_head) { return set(head, std::move(text_head)); }
  PrintedColumn& at_least(std::size_t columns) { return set(width, columns); }
  PrintedColumn& at_most(std::size_t columns) { return set(most, columns); }
  PrintedColumn& gap_before(std::size_t blanks) { return set(gap, blanks); }
  PrintedColumn& with_unit(std::string text) { return set(unit, std::move(text)); }
  PrintedColumn& shortened_if_narrow() { return set(elastic, true); }
  PrintedColumn& wrapped() { return set(wraps, true); }
  PrintedColumn& below_rows() { return set(place, Place::below); }
  PrintedColumn& only_in_text() { return set(place, Place::text); }
  PrintedColumn& only_in_documents() { return set(place, Place::documents); }

 private:
  template <class Member, class Value>
  PrintedColumn& set(Member& member, Value value) {
    member = std::move(value);
    return *this;
  }
};

inline PrintedColumn text_column(std::string name) { return {std::move(name)}; }
inline PrintedColumn right_column(std::string name) { return {std::move(name), {}, Cells::right}; }
inline PrintedColumn number_column(std::string name) {
  return {std::move(name), {}, Cells::number};
}

struct PrintedCell {
  PrintedCell(std::string cell_text, std::string cell_mark = "")
      : text(std::move(cell_text)), mark(std::move(cell_mark)) {}
  PrintedCell(const char* cell_text) : text(cell_text) {}

  std::string text;
  std::string mark;  // text after `text`, such as a percentage or a footnote sign; left out in CSV
};

/// A table that can be printed as text, Markdown, LaTeX or CSV.
struct PrintedTable {
  /// The value of the option --only that selects the table. Several tables may have the same name.
  std::string name;
  std::string title;  // the line above the table
  std::vector<PrintedColumn> columns{};
  std::vector<std::vector<PrintedCell>> rows{};
  /// Names and values of columns that distinguish tables of the same name. As CSV, tables of the
  /// same name become one table that begins with these columns.
  std::vector<std::pair<std::string, std::string>> keys{};
  bool has_head = true;   // whether a terminal shows a line with the headings of the columns
  bool outlined = false;  // whether a terminal shows the table in the frame of Python's `tabulate`
  /// If not 0, a table that is too wide for the terminal is divided into blocks of columns, one
  /// below the other. Each block begins with the first `fixed` columns of the table.
  std::size_t fixed = 0;

  void add(std::vector<PrintedCell> row) { rows.push_back(std::move(row)); }
};

/// Text before, between or after the tables of a printout.
struct PrintedLines {
  std::string text;
  bool drawing = false;  // whether the text is a picture made of characters
  /// Whether the text contains colour codes for the terminal. Names in a text with colour codes
  /// must already be escaped.
  bool painted = false;
};

/// The output of a command: a sequence of lines of text and of tables.
class Printout {
 public:
  using Block = std::variant<PrintedLines, PrintedTable>;

  Printout& operator<<(const std::string& lines);
  Printout& operator<<(PrintedTable table);
  Printout& operator<<(Printout other);
  Printout& draw(const std::string& picture, bool painted = false);

  const std::vector<Block>& blocks() const { return blocks_; }
  std::vector<const PrintedTable*> tables() const;

 private:
  std::vector<Block> blocks_;
};

/// Returns a block as text for a terminal. A table gets at most `width` characters per line, or
/// more if its elastic columns cannot be shortened enough. A table without rows gives an empty
/// text.
std::string block_text(const Printout::Block& block, std::size_t width);

/// Returns the whole printout as text for a terminal: block_text() of all blocks, with `width`
/// characters.
std::string printed_text(const Printout& printout, std::size_t width = narrowest_output);

/// Returns `name`. If the name is longer than `width` characters, returns its beginning and its end
/// with dots between them.
std::string elided(const std::string& name, std::size_t width);

/// Returns the number in a cell, without separators of thousands and plus sign; nullopt if the cell
/// does not contain a number.
std::optional<std::string> plain_number(const std::string& cell);

}  // namespace spillway
