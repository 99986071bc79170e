// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/operator_names.h"

#include <algorithm>
#include <vector>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway::ethosu {
namespace {

// A table of the debug database. Its cells hold numbers and operator types, which contain no commas
// or quotes.
class Table {
 public:
  Table(std::string_view xml, const std::string& name, const std::string& file)
      : name_(name), file_(file) {
    std::vector<std::string> lines = split(contents(xml), '\n');
    columns_ = cells(lines[0]);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (!trim(lines[i]).empty()) rows_.push_back(cells(lines[i]));
    }
  }

  std::size_t size() const { return rows_.size(); }

  const std::string& text(std::size_t row, const std::string& column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    const auto index = static_cast<std::size_t>(found - columns_.begin());
    if (found == columns_.end() || index >= rows_[row].size()) {
      throw error("row " + std::to_string(row + 1) + " has no column '" + column + "'");
    }
    return rows_[row][index];
  }

  std::int64_t number(std::size_t row, const std::string& column) const {
    const std::string& cell = text(row, column);
    const auto value = parse_integer(cell);
    if (!value) throw error("'" + cell + "' in column '" + column + "' is no number");
    return *value;
  }

 private:
  std::string contents(std::string_view xml) const {
    const std::string mark = "<table name=\"" + name_ + "\">";
    const std::size_t table = xml.find(mark);
    if (table == std::string_view::npos) throw error("not found");
    constexpr std::string_view open = "<![CDATA[";
    const std::size_t end = xml.find("</table>", table);
    const std::size_t begin = xml.find(open, table);
    const std::size_t close = xml.find("]]>", table);
    if (begin == std::string_view::npos || close == std::string_view::npos || close > end) {
      throw error("has no contents");
    }
    return std::string(xml.substr(begin + open.size(), close - begin - open.size()));
  }

  static std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> row = split(std::string(trim(line)), ',');
    for (std::string& cell : row) {
      cell.erase(std::remove(cell.begin(), cell.end(), '"'), cell.end());
    }
    return row;
  }

  UserError error(const std::string& message) const {
    return {
        ExitCode::input_file, {file_}, "table '" + name_ + "' of the debug database " + message};
  }

  std::string name_;
  const std::string& file_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

std::map<std::int64_t, std::string> source_names(const Table& source) {
  std::map<std::int64_t, std::string> names;
  for (std::size_t row = 0; row < source.size(); ++row) {
    const std::int64_t id = source.number(row, "id");
    names[id] = source.text(row, "operator") + "." + std::to_string(id);
  }
  return names;
}

std::map<std::int64_t, std::string> optimised_names(const Table& optimised, const Table& source) {
  const std::map<std::int64_t, std::string> sources = source_names(source);
  std::map<std::int64_t, std::string> names;
  for (std::size_t row = 0; row < optimised.size(); ++row) {
    const std::int64_t id = optimised.number(row, "id");
    const auto found = sources.find(optimised.number(row, "source_id"));
    names[id] = found != sources.end()
                    ? found->second
                    : optimised.text(row, "operator") + ".optimised" + std::to_string(id);
  }
  return names;
}

}  // namespace

CommandNames read_debug_database(std::string_view xml, const std::string& file) {
  const Table queue(xml, "queue", file);
  const std::map<std::int64_t, std::string> names =
      optimised_names(Table(xml, "optimised", file), Table(xml, "source", file));
  CommandNames commands;
  for (std::size_t row = 0; row < queue.size(); ++row) {
    const auto found = names.find(queue.number(row, "optimised_id"));
    if (found == names.end()) continue;
    constexpr std::int64_t word_bytes = 4;
    const auto stream = static_cast<std::size_t>(queue.number(row, "cmdstream_id"));
    const auto word = static_cast<std::uint32_t>(queue.number(row, "offset") / word_bytes);
    commands[{stream, word}] = found->second;
  }
  return commands;
}

}  // namespace spillway::ethosu
