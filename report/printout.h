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

/// The columns of a narrow terminal; every table that is printed fits into them.
constexpr std::size_t narrowest_output = 80;
/// The columns of documents, in which nothing is shortened.
constexpr std::size_t unlimited_output = static_cast<std::size_t>(-1);

/// What the cells of a column are. Numbers may have separators of thousands; `right` is for other
/// text that is right-aligned, such as sizes.
enum class Cells : std::uint8_t { text, right, number };

/// Where a column stands: in text beside the others or on a line of its own below each row, and in
/// documents as any other; or only in one of both.
enum class Place : std::uint8_t { column, below, text, documents };

struct PrintedColumn {
  std::string name;                   // in documents, with the unit: "latency ms"
  std::optional<std::string> head{};  // in text, perhaps of several lines [the name]
  Cells cells = Cells::text;
  std::size_t width = 0;             // least width in text; of a column `below`, its indentation
  std::size_t most = 0;              // longer cells are shortened in text; 0 = no limit
  std::optional<std::size_t> gap{};  // blanks before the column in text [2; of the first 0]
  std::string unit{};                // in text, after each cell that is not empty
  Place place = Place::column;
  bool elastic = false;  // gives way where the output is too narrow: cells are shortened
  bool wraps = false;    // cells continue on further lines; for the last column
};

struct PrintedCell {
  PrintedCell(std::string cell_text, std::string cell_mark = "")
      : text(std::move(cell_text)), mark(std::move(cell_mark)) {}
  PrintedCell(const char* cell_text) : text(cell_text) {}

  std::string text;
  std::string mark;  // a sign behind the text, which notes explain; not in CSV
};

/// A table, from which text, Markdown, LaTeX and CSV are made.
struct PrintedTable {
  std::string name;   // the value of --only that chooses it; tables of one kind share it
  std::string title;  // a line above the table
  std::vector<PrintedColumn> columns{};
  std::vector<std::vector<PrintedCell>> rows{};
  /// Tells tables of one name apart. CSV joins them to one table with these columns before the
  /// others.
  std::vector<std::pair<std::string, std::string>> keys{};
  bool has_head = true;   // in text
  bool outlined = false;  // in text, in the form of Python's `tabulate`
  std::size_t fixed = 0;  // if not 0: columns after these may follow in further blocks of text

  void add(std::vector<PrintedCell> row) { rows.push_back(std::move(row)); }
};

/// Lines of text between tables.
struct PrintedLines {
  std::string text;
  bool drawing = false;  // a picture made of characters
  bool painted = false;  // holds colours of the terminal; names in it are safe
};

/// What a command prints: lines of text and tables, in their order.
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

/// A block as text of at most `width` columns, if its elastic columns can give way. A table without
/// rows is empty.
std::string block_text(const Printout::Block& block, std::size_t width);

/// The whole printout as text.
std::string printed_text(const Printout& printout, std::size_t width = narrowest_output);

/// The name if it fits `width` columns; otherwise a shorter one, without its middle.
std::string elided(const std::string& name, std::size_t width);

/// A number without separators of thousands and without a plus sign; nothing for other texts.
std::optional<std::string> plain_number(const std::string& cell);

}  // namespace spillway
