// SPDX-License-Identifier: Apache-2.0
#include "report/printout.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/wrapped_words.h"

namespace spillway {
namespace {

bool is_numeric(const std::string& cell) {
  return !cell.empty() && std::all_of(cell.begin(), cell.end(), [](unsigned char c) {
    return std::isdigit(c) != 0 || c == ',' || c == '.' || c == '%' || c == '-';
  });
}

std::vector<std::size_t> column_widths(const std::vector<std::string>& header,
                                       const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  const auto widen = [&](const std::vector<std::string>& row) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  };
  widen(header);
  std::for_each(rows.begin(), rows.end(), widen);
  return widths;
}

std::string rule(const std::vector<std::size_t>& widths, char dash) {
  std::string line = "+";
  for (const std::size_t width : widths) {
    line += std::string(width + 2, dash) + '+';
  }
  return line + '\n';
}

std::string row_line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string cell = i < row.size() ? row[i] : "";
    line += is_numeric(cell) ? fmt::format(" {:>{}} |", cell, widths[i])
                             : fmt::format(" {:<{}} |", cell, widths[i]);
  }
  return line + '\n';
}

// Returns a table in the format "outline" of Python's `tabulate`. Cells with a number are aligned
// to the right. If `header` is empty, the table has no header line and no rule below it.
std::string outline_table(const std::vector<std::string>& header,
                          const std::vector<std::vector<std::string>>& rows) {
  const std::vector<std::size_t> widths = column_widths(header, rows);
  std::string table = rule(widths, '-');
  if (!header.empty()) {
    table += row_line(header, widths) + rule(widths, '=');
  }
  for (const std::vector<std::string>& row : rows) {
    table += row_line(row, widths);
  }
  return table + rule(widths, '-');
}

// Minimum width of an elastic column in characters. An elastic column is narrowed if the output is
// too narrow; with fewer characters, names could not be distinguished.
constexpr std::size_t narrowest_elastic = 8;

std::string head_of(const PrintedColumn& column) { return column.head.value_or(column.name); }

/// Returns the number of characters of a UTF-8 text.
std::size_t characters_in(const std::string& text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_utf8));
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

bool is_beside(const PrintedColumn& column) {
  return column.place == Place::column || column.place == Place::text;
}

/// Formats a table as text: computes the widths of its columns and prints its cells.
class TextLayout {
 public:
  TextLayout(const PrintedTable& table, std::size_t width) : table_(table), width_(width) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (!is_beside(table.columns[c])) continue;
      columns_.push_back(c);
      marks_.push_back(mark_width(c));
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) widths_.push_back(natural_width(i));
    break_blocks(width);
    narrow_elastic_columns(width);
  }

  std::string text() const {
    std::string text;
    for (const std::vector<std::size_t>& block : blocks_) {
      if (!text.empty()) text += "\n";
      if (table_.has_head) text += head(block);
      for (const auto& row : table_.rows) text += line(block, row);
    }
    return text;
  }

 private:
  const PrintedColumn& column(std::size_t i) const { return table_.columns[columns_[i]]; }

  std::size_t gap(std::size_t i) const { return column(i).gap.value_or(i == 0 ? 0 : 2); }

  std::size_t mark_width(std::size_t c) const {
    std::size_t width = 0;
    for (const auto& row : table_.rows) width = std::max(width, row.at(c).mark.size());
    return width;
  }

  // Returns the text of a cell with its unit, shortened to `room` characters, followed by the
  // cell's mark. Marks are padded to the width of the widest mark of the column.
  std::string cell(std::size_t i, const PrintedCell& cell, std::size_t room) const {
    std::string text = name_text(cell.text);
    if (!text.empty()) text += column(i).unit;
    if (characters_in(text) > room) text = elided(text, room);
    if (text.empty() && cell.mark.empty()) return "";
    return text + cell.mark + blanks(marks_[i] - std::min(marks_[i], cell.mark.size()));
  }

  std::size_t natural_width(std::size_t i) const {
    std::size_t width = 0;
    const std::size_t most = column(i).most == 0 ? std::string::npos : column(i).most;
    for (const std::string& head : split(table_.has_head ? head_of(column(i)) : "", '\n')) {
      width = std::max(width, characters_in(head) + marks_[i]);
    }
    for (const auto& row : table_.rows) {
      width = std::max(width, characters_in(cell(i, row[columns_[i]], std::string::npos)));
    }
    return std::max(column(i).width, std::min(width, most));
  }

  std::size_t total(const std::vector<std::size_t>& block) const {
    std::size_t sum = 0;
    for (const std::size_t i : block) sum += gap(i) + widths_[i];
    return sum;
  }

  // Divides the columns into blocks of at most `width` characters, which are printed one below the
  // other. If PrintedTable::fixed is 0, all columns form one block.
  void break_blocks(std::size_t width) {
    std::vector<std::size_t> block;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      block.push_back(i);
      if (table_.fixed == 0 || block.size() <= table_.fixed + 1 || total(block) <= width) continue;
      block.pop_back();
      blocks_.push_back(block);
      block.resize(table_.fixed);
      block.push_back(i);
    }
    blocks_.push_back(block);
  }

  // Narrows the elastic columns (PrintedColumn::elastic) until the widest block of columns fits
  // into `width` characters, or all elastic columns have their minimum width. Begins with the
  // widest elastic column.
  void narrow_elastic_columns(std::size_t width) {
    std::size_t widest = 0;
    for (const auto& block : blocks_) widest = std::max(widest, total(block));
    std::vector<std::size_t> elastic;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (column(i).elastic) elastic.push_back(i);
    }
    std::stable_sort(elastic.begin(), elastic.end(),
                     [&](std::size_t a, std::size_t b) { return widths_[a] > widths_[b]; });
    for (const std::size_t i : elastic) {
      const std::size_t over = widest - std::min(widest, width);
      const std::size_t least = std::min(widths_[i], narrowest_elastic);
      const std::size_t fitting = std::max(least, widths_[i] - std::min(widths_[i], over));
      widest -= widths_[i] - fitting;
      widths_[i] = fitting;
    }
  }

  std::string padded(std::size_t i, const std::string& text) const {
    const std::string room = blanks(widths_[i] - std::min(widths_[i], characters_in(text)));
    return column(i).cells == Cells::text ? text + room : room + text;
  }

  static std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string head(const std::vector<std::size_t>& block) const {
    std::size_t lines = 1;
    for (const std::size_t i : block) {
      lines = std::max(lines, split(head_of(column(i)), '\n').size());
    }
    std::string text;
    for (std::size_t l = 0; l < lines; ++l) {
      std::string line;
      for (const std::size_t i : block) {
        const std::vector<std::string> heads = split(head_of(column(i)), '\n');
        const bool has = l + heads.size() >= lines;
        const std::size_t room = widths_[i] - std::min(widths_[i], marks_[i]);
        std::string word = has ? elided(heads[l + heads.size() - lines], room) : "";
        if (column(i).cells != Cells::text) word += blanks(marks_[i]);
        line += blanks(gap(i)) + padded(i, word);
      }
      text += trimmed(line);
    }
    return text;
  }

  std::string line(const std::vector<std::size_t>& block,
                   const std::vector<PrintedCell>& row) const {
    std::string line;
    bool rest_is_empty = true;
    for (const std::size_t i : block) {
      const std::size_t room = widths_[i] - std::min(widths_[i], marks_[i]);
      const bool limited = column(i).elastic || column(i).most > 0;
      const std::string text = cell(i, row[columns_[i]], limited ? room : std::string::npos);
      if (i != block.front() && !text.empty()) rest_is_empty = false;
      line += blanks(gap(i));
      line += column(i).wraps ? wrapped_words(text, line.size(), width_) : padded(i, text);
    }
    std::string text = trimmed(line);
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
      const PrintedColumn& below = table_.columns[c];
      if (below.place != Place::below || row[c].text.empty()) continue;
      // `below` is a column that is printed below each row. If only the first cell of the row has
      // text, and `below` has no indentation, the cell of `below` goes on the line of the row.
      if (rest_is_empty && below.width == 0) {
        const std::string first = padded(block.front(), std::string(trim(text)));
        text = first + " " + row[c].text + "\n";
      } else {
        text += blanks(below.width) + row[c].text + "\n";
      }
    }
    return text;
  }

  const PrintedTable& table_;
  std::size_t width_;
  std::vector<std::size_t> columns_, marks_, widths_;
  std::vector<std::vector<std::size_t>> blocks_;
};

// Returns the text of a table with the frame of Python's `tabulate`. If the table is too wide, the
// names in its elastic column are shortened.
std::string outlined_text(const PrintedTable& table, std::size_t width) {
  std::vector<std::string> header;
  for (const PrintedColumn& column : table.columns) {
    if (table.has_head) header.push_back(head_of(column));
  }
  const auto rows = [&](std::size_t room) {
    std::vector<std::vector<std::string>> cells;
    for (const auto& row : table.rows) {
      cells.emplace_back();
      for (std::size_t c = 0; c < row.size(); ++c) {
        cells.back().push_back(table.columns[c].elastic
                                   ? elided(row[c].text, room)
                                   : name_text(row[c].text + table.columns[c].unit + row[c].mark));
      }
    }
    return cells;
  };
  std::size_t widest = 0;
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (table.columns[c].elastic) widest = std::max(widest, name_text(row[c].text).size());
    }
  }
  std::string text = outline_table(header, rows(std::string::npos));
  const std::size_t columns = text.find('\n');
  if (columns <= width || widest == 0) return text;
  return outline_table(
      header, rows(std::max(narrowest_elastic, widest - std::min(widest, columns - width))));
}

}  // namespace

std::string elided(const std::string& text, std::size_t width) {
  std::string name = name_text(text);
  if (name.size() <= width) return name;
  std::size_t first = width < 3 ? 0 : (width - 3) / 2;
  std::size_t last = name.size() - first;
  while (first > 0 && continues_utf8(name[first])) --first;
  while (last < name.size() && continues_utf8(name[last])) ++last;
  return name.substr(0, first) + "..." + name.substr(last);
}

Printout& Printout::operator<<(const std::string& lines) {
  if (!lines.empty()) blocks_.emplace_back(PrintedLines{lines, false, false});
  return *this;
}

Printout& Printout::operator<<(PrintedTable table) {
  for (auto& row : table.rows) row.resize(table.columns.size(), "");
  blocks_.emplace_back(std::move(table));
  return *this;
}

Printout& Printout::operator<<(Printout other) {
  for (Block& block : other.blocks_) blocks_.push_back(std::move(block));
  return *this;
}

Printout& Printout::draw(const std::string& picture, bool painted) {
  if (!picture.empty()) blocks_.emplace_back(PrintedLines{picture, true, painted});
  return *this;
}

std::vector<const PrintedTable*> Printout::tables() const {
  std::vector<const PrintedTable*> tables;
  for (const Block& block : blocks_) {
    if (const auto* table = std::get_if<PrintedTable>(&block)) tables.push_back(table);
  }
  return tables;
}

std::string block_text(const Printout::Block& block, std::size_t width) {
  if (const auto* lines = std::get_if<PrintedLines>(&block)) return lines->text;
  const auto& table = std::get<PrintedTable>(block);
  if (table.rows.empty()) return "";
  const std::string title = table.title.empty() ? "" : table.title + "\n";
  return title + (table.outlined ? outlined_text(table, width) : TextLayout(table, width).text());
}

std::string printed_text(const Printout& printout, std::size_t width) {
  std::string text;
  for (const Printout::Block& block : printout.blocks()) text += block_text(block, width);
  return text;
}

std::optional<std::string> plain_number(const std::string& cell) {
  // Maximum number of characters of a number. The regular expression library recurses once per
  // character, so a longer text could overflow the stack.
  constexpr std::size_t longest = 64;
  static const std::regex form(R"([+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?(e[+-]?\d+)?)");
  if (cell.size() > longest || !std::regex_match(cell, form)) return std::nullopt;
  std::string number = cell;
  number.erase(std::remove(number.begin(), number.end(), ','), number.end());
  if (number.front() == '+') number.erase(0, 1);
  return number;
}

}  // namespace spillway
