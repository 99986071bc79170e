// SPDX-License-Identifier: Apache-2.0
#include "report/table_formats.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/terminal_text.h"
#include "traces/csv_reader.h"

namespace spillway {
namespace {

bool is_number(const std::string& cell) {
  if (cell.empty()) return true;
  char* end = nullptr;
  std::strtod(cell.c_str(), &end);
  return end == cell.c_str() + cell.size();
}

/// Whether all cells of a column are numbers or empty.
bool holds_numbers(const DocumentTable& table, std::size_t column) {
  return std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const auto& row) { return is_number(row.at(column)); });
}

/// Escapes a cell for Markdown: a bar would end the cell, and other characters would format the
/// text.
std::string markdown_cell(const std::string& text) {
  std::string cell;
  for (const char c : name_text(text)) {
    if (std::string_view("|\\`*_<>[]@#").find(c) != std::string_view::npos) cell += '\\';
    cell += c;
  }
  return cell;
}

std::string latex_cell(const std::string& text) {
  std::string cell;
  for (const char c : name_text(text)) {
    if (c == '\\') {
      cell += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      cell += std::string("\\") + c + "{}";
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) cell += '\\';
      cell += c;
    }
  }
  return cell;
}

template <typename Cell>
std::vector<std::string> each(const std::vector<std::string>& cells, const Cell& cell) {
  std::vector<std::string> result;
  for (const std::string& text : cells) result.push_back(cell(text));
  return result;
}

std::string markdown_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_table(const DocumentTable& table) {
  std::string text = markdown_line(each(table.header, markdown_cell));
  std::vector<std::string> rule;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    rule.push_back(holds_numbers(table, i) ? "---:" : "---");
  }
  text += markdown_line(rule);
  for (const auto& row : table.rows) text += markdown_line(each(row, markdown_cell));
  return text;
}

std::string latex_line(const std::vector<std::string>& cells) {
  return fmt::format("{} \\\\\n", fmt::join(each(cells, latex_cell), " & "));
}

std::string latex_table(const DocumentTable& table) {
  std::string columns;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    columns += holds_numbers(table, i) ? 'r' : 'l';
  }
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", columns);
  text += latex_line(table.header) + "\\midrule\n";
  for (const auto& row : table.rows) text += latex_line(row);
  return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string csv_line(const std::vector<std::string>& cells) {
  return fmt::format("{}\n", fmt::join(each(cells, text_cell), ","));
}

}  // namespace

TableFormat table_format_named(const std::string& name) {
  if (name == "markdown") return TableFormat::markdown;
  if (name == "latex") return TableFormat::latex;
  if (name == "csv") return TableFormat::csv;
  throw UserError(ExitCode::usage,
                  unknown_name_message("table format", name, {"markdown", "latex", "csv"}));
}

std::string formatted_table(const DocumentTable& table, TableFormat format) {
  if (format == TableFormat::markdown) return markdown_table(table);
  if (format == TableFormat::latex) return latex_table(table);
  std::string text = csv_line(table.header);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

}  // namespace spillway
