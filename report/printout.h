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

/// The width of the narrowest supported terminal; every table that is printed fits into it.
constexpr std::size_t narrowest_output = 80;
/// The width of Markdown, LaTeX and CSV, in which nothing is shortened. Comments in this file call
/// these three formats documents.
constexpr std::size_t unlimited_output = static_cast<std::size_t>(-1);

/// The content of a column's cells. Numbers may have separators of thousands. `right` is text that
/// is aligned to the right, such as sizes.
enum class Cells : std::uint8_t { text, right, number };

/// Where a column appears. `column`: beside the other columns, in text and in documents. `below`:
/// in text on a line of its own below each row, in documents beside the other columns. `text`: in
/// text only. `documents`: in documents only.
enum class Place : std::uint8_t { column, below, text, documents };

/// A column of a printed table. `text_column()`, `right_column()` and `number_column()` make one.
/// The member functions change how it looks in text.
struct PrintedColumn {
  std::string name;  // the head in documents, with the unit: "latency ms"
  /// The head in text, of one or more lines. Without a value, the head is the name.
  std::optional<std::string> head{};
  Cells cells = Cells::text;
  std::size_t width = 0;  // the least width in text; of a column `below`, the indentation
  std::size_t most = 0;   // the largest width in text; longer cells are shortened; 0 = no limit
  /// The number of blanks before the column in text. Without a value, 2, or 0 for the first column.
  std::optional<std::size_t> gap{};
  std::string unit{};  // in text, printed behind each cell that is not empty
  Place place = Place::column;
  bool elastic = false;  // if the output is too narrow, cells of this column are shortened
  bool wraps = false;    // long cells continue on further lines; for the last column only

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
  std::string mark;  // a sign behind the text, explained by a note; left out in CSV
};

/// A table that can be printed as text, Markdown, LaTeX or CSV.
struct PrintedTable {
  /// The value of --only that chooses the table. Several tables may have the same name.
  std::string name;
  std::string title;  // the line above the table
  std::vector<PrintedColumn> columns{};
  std::vector<std::vector<PrintedCell>> rows{};
  /// Columns and values that distinguish tables of the same name. CSV joins these tables into one,
  /// which begins with these columns.
  std::vector<std::pair<std::string, std::string>> keys{};
  bool has_head = true;   // whether the text form has a line with the heads
  bool outlined = false;  // whether the text form has the frame of Python's `tabulate`
  /// If this is not 0, a table that is too wide is divided into blocks, one below the other. Each
  /// block begins with this number of columns.
  std::size_t fixed = 0;

  void add(std::vector<PrintedCell> row) { rows.push_back(std::move(row)); }
};

/// Text before, between or after the tables of a printout.
struct PrintedLines {
  std::string text;
  bool drawing = false;  // whether the text is a picture made of characters
  /// Whether the text contains terminal colours. The names in such a text are already escaped.
  bool painted = false;
};

/// The output of a command: a sequence of texts and tables.
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

/// Returns a block as text. A table is at most `width` columns wide, or wider if its elastic
/// columns cannot be shortened enough. A table without rows gives no text.
std::string block_text(const Printout::Block& block, std::size_t width);

/// Returns the whole printout as text.
std::string printed_text(const Printout& printout, std::size_t width = narrowest_output);

/// Returns the name or, if it is wider than `width` columns, its beginning and end with dots
/// between.
std::string elided(const std::string& name, std::size_t width);

/// Returns the number in a cell, without separators of thousands and plus sign. Returns nothing if
/// the cell is no number.
std::optional<std::string> plain_number(const std::string& cell);

}  // namespace spillway
