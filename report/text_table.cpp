// SPDX-License-Identifier: Apache-2.0
#include "report/text_table.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

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

}  // namespace

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

}  // namespace spillway
