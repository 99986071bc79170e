// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/sweep_json.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "base/shell_word.h"
#include "base/text.h"
#include "base/version.h"
#include "experiments/pages/report_parts.h"
#include "experiments/pages/run_command.h"
#include "experiments/rows/sweep_cells.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/sweep/row_check.h"
#include "experiments/sweep/sweep_figures.h"
#include "experiments/sweep/sweep_meta.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

ReportJson number_or_null(const std::string& cell) {
  const std::optional<double> value = parse_number(cell);
  if (!value) return nullptr;
  // From 2^53 on, a double has no fraction, and it may be too large for an integer.
  constexpr double whole_from = 9007199254740992.0;
  if (!(std::abs(*value) < whole_from)) return *value;
  const auto whole = static_cast<std::int64_t>(*value);
  return static_cast<double>(whole) == *value ? ReportJson(whole) : ReportJson(*value);
}

// The different cells of a column, in the order of their first rows, and for each row the index of
// its cell in this list.
struct IndexedCells {
  std::vector<std::string> different;
  std::vector<std::size_t> indices;
};

IndexedCells indexed(const std::vector<std::string>& cells) {
  IndexedCells column;
  std::map<std::string_view, std::size_t> places;
  for (const std::string& cell : cells) {
    const auto [place, added] = places.try_emplace(cell, places.size());
    if (added) column.different.push_back(cell);
    column.indices.push_back(place->second);
  }
  return column;
}

// Returns a column of a table in a compact form: a list of the different texts, and for each cell
// the index of its text in this list.
ReportJson text_column(const std::string& name, const std::vector<std::string>& cells) {
  const IndexedCells column = indexed(cells);
  return {{"name", name}, {"texts", column.different}, {"cells", column.indices}};
}

// Returns a column of numbers; null for empty cells. If the table is long and the column has few
// different numbers, such as the bandwidth of a memory, the column has a list of these numbers and
// indices into this list, like text_column().
ReportJson figure_column(const std::string& name, const std::vector<std::string>& cells) {
  constexpr std::size_t long_table = 1000, rows_per_number = 8;
  const auto numbers_of = [](const std::vector<std::string>& texts) {
    ReportJson numbers = ReportJson::array();
    for (const std::string& text : texts) numbers.push_back(number_or_null(text));
    return numbers;
  };
  const IndexedCells column = indexed(cells);
  if (cells.size() < long_table || column.different.size() * rows_per_number > cells.size()) {
    return {{"name", name}, {"cells", numbers_of(cells)}};
  }
  return {{"name", name}, {"numbers", numbers_of(column.different)}, {"cells", column.indices}};
}

ReportJson columns_json(const std::string& csv, const std::string& source) {
  ReportJson columns = ReportJson::array();
  for (const auto& [name, cells] : sweep_cells(csv, source)) {
    if (name == row_check_column) continue;
    columns.push_back(is_figure_column(name) ? figure_column(name, cells)
                                             : text_column(name, cells));
  }
  return columns;
}

// Returns the names of the memories of a sweep: for each memory NAME, the sweep has a column
// NAME_capacity_bytes.
std::vector<std::string> memories_of_columns(const ReportJson& columns) {
  const std::string ending = "_capacity_bytes";
  std::vector<std::string> memories;
  for (const ReportJson& column : columns) {
    const auto name = column.at("name").get<std::string>();
    if (ends_with(name, ending)) memories.push_back(name.substr(0, name.size() - ending.size()));
  }
  return memories;
}

std::string word_in(const std::map<std::string, std::string>& words, const std::string& hash,
                    const std::string& name) {
  const auto found = words.find(hash);
  return quoted_for_shell(found == words.end() ? name : found->second);
}

// Returns the command lines that simulate the rows of a sweep, split by identity columns: each item
// is a text_column() with the words that one identity column adds to the command line of each row.
ReportJson run_words_json(const std::string& csv, const std::string& source,
                          const SweepOrigin& origin) {
  CsvReader reader(csv, source);
  const std::vector<std::string> names = split(sweep_identity_columns, ',');
  std::vector<std::vector<std::string>> words(names.size());
  while (reader.next_row()) {
    const auto cell = [&](const std::string& name) -> std::string {
      const std::string& text = reader.cell(reader.require_column({name}));
      return text_from_cell(text).value_or(text);
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
      words[i].push_back(words_of_identity(names[i], cell, origin));
    }
  }
  ReportJson parts = ReportJson::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool said = std::any_of(words[i].begin(), words[i].end(),
                                  [](const std::string& text) { return !text.empty(); });
    if (said) parts.push_back(text_column(names[i], words[i]));
  }
  return parts;
}

ReportJson group_json(const TradeGroup& group) {
  ReportJson bytes = ReportJson::array();
  for (const ParetoPoint& point : group.points) bytes.push_back(point.fast_bytes);
  ReportJson front = ReportJson::array();
  for (const std::size_t point : group.front) front.push_back(group.rows[point]);
  const auto knee = find_knee(group.points, group.front);
  return {{"name", group.name},
          {"memory", group.memory},
          {"rows", group.rows},
          {"fast_bytes", bytes},
          {"front", front},
          {"knee", knee ? ReportJson(group.rows[*knee]) : ReportJson()},
          {"knee_text", knee_text(group.points, group.front)}};
}

// Returns how a command names a network: by the path of its file or, for a built-in network, by its
// name.
std::string word_of(const std::string& name, const std::string& source) {
  return source == "built-in" ? name : source;
}

}  // namespace

std::string words_of_identity(const std::string& column,
                              const std::function<std::string(const std::string& column)>& cell,
                              const SweepOrigin& origin) {
  if (column == "network_hash" || column == "target_hash") return "";
  if (column == "network") return word_in(origin.network_words, cell("network_hash"), cell(column));
  if (column == "target") {
    return "--target " + word_in(origin.target_words, cell("target_hash"), cell(column));
  }
  return words_of_cell(column, cell(column));
}

SweepOrigin origin_in(const std::string& meta, const std::string& source) try {
  const ReportJson json = ReportJson::parse(meta);
  SweepOrigin origin;
  origin.command = json.at("command").get<std::string>();
  for (const ReportJson& network : json.at("networks")) {
    origin.network_words[network.at("hash").get<std::string>()] =
        word_of(network.at("name").get<std::string>(), network.at("source").get<std::string>());
  }
  if (json.contains("target_words")) json.at("target_words").get_to(origin.target_words);
  return origin;
} catch (const ReportJson::exception& error) {
  throw input_error({source}, "not the description of a sweep: {}", error.what());
}

SweepOrigin origin_of(SweepTable& table, const std::string& command) {
  SweepOrigin origin;
  origin.command = command;
  for (std::size_t i = 0; i < table.spec().networks.size(); ++i) {
    const Network& network = table.spec().networks[i];
    origin.network_words[table.network_hashes()[i]] = word_of(network.name, network.source);
  }
  origin.target_words = target_words(table);
  return origin;
}

std::string sweep_json(const std::string& csv, const std::string& source, const SweepOrigin& origin,
                       const std::string& pareto) {
  const std::vector<TradeGroup> groups = trade_groups(csv, source);
  ReportJson json = {{"tool_version", version()},
                     {"command", origin.command},
                     {"network_words", origin.network_words},
                     {"columns", columns_json(csv, source)},
                     {"run_words", run_words_json(csv, source, origin)}};
  json["rows"] = json["columns"][0]["cells"].size();
  json["meanings"] = meanings_json(sweep_figures(), memories_of_columns(json["columns"]));
  json["groups"] = ReportJson::array();
  for (const TradeGroup& group : groups) json["groups"].push_back(group_json(group));
  if (!pareto.empty()) json["pareto"] = ReportJson::parse(pareto);
  return report_text(json);
}

}  // namespace spillway
