// SPDX-License-Identifier: Apache-2.0
#include "report/table_formats.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

// Returns a text escaped for Markdown. Otherwise a vertical bar would end a cell, and other
// characters would format the text. An HTML comment after @ prevents GitHub from notifying a user
// with the name that follows.
std::string markdown_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : name_text(text)) {
    if (std::string_view("|\\`*_<>[]@#$~&").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
    if (c == '@') escaped += "<!-- -->";
  }
  return escaped;
}

// Returns a line as a Markdown paragraph. Escapes characters at the beginning of the line that
// would start a list or a heading.
std::string markdown_paragraph(const std::string& line) {
  std::string text = markdown_escaped(std::string(trim(line)));
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool numbered = digits > 0 && digits != std::string::npos;
  const bool marked = numbered && (text[digits] == '.' || text[digits] == ')');
  if (marked && text.substr(digits + 1, 1) == " ") text.insert(digits, "\\");
  if (!text.empty() && std::string_view("-+=").find(text[0]) != std::string_view::npos) {
    text.insert(0, "\\");
  }
  return text;
}

// Returns a text escaped for LaTeX. At the beginning of a row, LaTeX would read a bracket or an
// asterisk as an argument of the preceding `\\`, so these characters are put in braces.
std::string latex_escaped(const std::string& text) {
  static const std::map<char, const char*> commands = {{'\\', "\\textbackslash{}"},
                                                       {'~', "\\textasciitilde{}"},
                                                       {'^', "\\textasciicircum{}"},
                                                       {'`', "\\textasciigrave{}"},
                                                       {'<', "\\textless{}"},
                                                       {'>', "\\textgreater{}"},
                                                       {'|', "\\textbar{}"},
                                                       {'"', "\\textquotedbl{}"},
                                                       {'[', "{[}"},
                                                       {'*', "{*}"}};
  std::string escaped;
  char before = ' ';
  for (const char c : name_text(text)) {
    if (const auto command = commands.find(c); command != commands.end()) {
      escaped += command->second;
    } else if (c == '-' && before == '-') {
      escaped += "{}-";  // LaTeX would print two hyphens as a dash
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
    before = c;
  }
  return escaped;
}

std::string markdown_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

bool is_in_documents(const PrintedColumn& column) { return column.place != Place::text; }

bool is_right(const PrintedColumn& column) { return column.cells != Cells::text; }

std::vector<std::string> escaped_row(const PrintedTable& table, const std::vector<PrintedCell>& row,
                                     std::string (*escaped)(const std::string&)) {
  std::vector<std::string> cells;
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (is_in_documents(table.columns[c])) cells.push_back(escaped(row[c].text + row[c].mark));
  }
  return cells;
}

std::string markdown_table(const PrintedTable& table) {
  std::vector<std::string> names, rules;
  for (const PrintedColumn& column : table.columns) {
    if (!is_in_documents(column)) continue;
    names.push_back(markdown_escaped(column.name));
    rules.emplace_back(is_right(column) ? "---:" : "---");
  }
  std::string text = markdown_line(names) + markdown_line(rules);
  for (const auto& row : table.rows) {
    text += markdown_line(escaped_row(table, row, markdown_escaped));
  }
  return text;
}

std::string latex_line(const std::vector<std::string>& cells) {
  return fmt::format("{} \\\\\n", fmt::join(cells, " & "));
}

std::string latex_table(const PrintedTable& table) {
  std::string alignments;
  std::vector<std::string> names;
  for (const PrintedColumn& column : table.columns) {
    if (!is_in_documents(column)) continue;
    alignments += is_right(column) ? 'r' : 'l';
    names.push_back(latex_escaped(column.name));
  }
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", alignments);
  text += latex_line(names) + "\\midrule\n";
  for (const auto& row : table.rows) text += latex_line(escaped_row(table, row, latex_escaped));
  return text + "\\bottomrule\n\\end{tabular}\n";
}

// Returns the text as a Markdown code block. The fence around the block has more backticks than the
// longest sequence of backticks in the text.
std::string markdown_code(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "text\n" + text + (text.back() == '\n' ? "" : "\n") + fence + "\n";
}

std::string markdown_lines(const PrintedLines& lines) {
  if (lines.drawing) return markdown_code(lines.text);
  std::string text;
  for (const std::string& line : split(lines.text, '\n')) {
    if (trim(line).empty()) continue;
    text += (text.empty() ? "" : "\n") + markdown_paragraph(line) + "\n";
  }
  return text;
}

std::string latex_lines(const PrintedLines& lines) {
  std::string text;
  for (const std::string& line : split(lines.text, '\n')) {
    if (!trim(line).empty()) text += "% " + name_text(line) + "\n";
  }
  return text;
}

std::string heading_of(const PrintedTable& table, bool alone) {
  std::string title(trim(table.title));
  if (title.empty() && !alone) title = table.name;
  return title;
}

std::string block_in(const Printout::Block& block, TableFormat format, bool alone) {
  const bool markdown = format == TableFormat::markdown;
  if (const auto* lines = std::get_if<PrintedLines>(&block)) {
    return markdown ? markdown_lines(*lines) : latex_lines(*lines);
  }
  const auto& table = std::get<PrintedTable>(block);
  if (table.rows.empty()) return "";
  const std::string title = heading_of(table, alone);
  if (markdown) {
    return (title.empty() ? "" : "### " + markdown_escaped(title) + "\n\n") + markdown_table(table);
  }
  return (title.empty() ? "" : "% " + name_text(title) + "\n") + latex_table(table);
}

std::string csv_value(const PrintedColumn& column, const PrintedCell& cell) {
  if (column.cells != Cells::number) return text_cell(cell.text);
  std::string number = cell.text.substr(0, cell.text.find_last_not_of(" %") + 1);
  return plain_number(number).value_or("");
}

/// Joins several tables into one table. Columns of the same name become one column.
class JoinedTables {
 public:
  void add(const PrintedTable& table) {
    std::vector<std::size_t> keys, places;
    std::set<std::size_t> used;
    for (const auto& [key, value] : table.keys) keys.push_back(column_for(key, used));
    for (const PrintedColumn& column : table.columns) {
      places.push_back(is_in_documents(column) ? column_for(column.name, used) : 0);
    }
    for (const auto& row : table.rows) {
      std::vector<std::string>& cells = rows_.emplace_back(columns_.size());
      for (std::size_t k = 0; k < keys.size(); ++k) {
        cells[keys[k]] = text_cell(table.keys[k].second);
      }
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (!is_in_documents(table.columns[c])) continue;
        cells[places[c]] = csv_value(table.columns[c], row[c]);
      }
    }
  }

  std::string csv() {
    std::string text = fmt::format("{}\n", fmt::join(columns_, ","));
    for (auto& row : rows_) {
      row.resize(columns_.size());
      text += fmt::format("{}\n", fmt::join(row, ","));
    }
    return text;
  }

 private:
  // Returns the index of the column with this name for the next cell of a row; adds the column if
  // it is missing. A table may have two columns of the same name. `used` has the columns that
  // already have a cell in this row, so that the second cell gets the second column.
  std::size_t column_for(const std::string& name, std::set<std::size_t>& used) {
    const std::string cell = text_cell(name);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c] == cell && used.insert(c).second) return c;
    }
    columns_.push_back(cell);
    used.insert(columns_.size() - 1);
    return columns_.size() - 1;
  }

  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

TableFormat table_format_named(const std::string& name) {
  static const std::vector<std::string> names = {"text", "markdown", "latex", "csv"};
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<TableFormat>(found - names.begin());
  throw usage_error("--format: " + unknown_name_message("form of a table", name, names));
}

std::string formatted(const Printout& printout, TableFormat format) {
  const auto tables = printout.tables();
  const auto shown = std::count_if(tables.begin(), tables.end(),
                                   [](const PrintedTable* table) { return !table->rows.empty(); });
  std::string text;
  for (const Printout::Block& block : printout.blocks()) {
    const std::string part = block_in(block, format, shown < 2);
    text += (text.empty() || part.empty() ? "" : "\n") + part;
  }
  return text;
}

std::string csv_table(const Printout& printout, const std::string& name) {
  JoinedTables joined;
  for (const PrintedTable* table : printout.tables()) {
    if (table->name == name) joined.add(*table);
  }
  return joined.csv();
}

}  // namespace spillway
