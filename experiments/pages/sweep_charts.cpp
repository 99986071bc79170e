// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/sweep_charts.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/rows/group_names.h"
#include "experiments/rows/sweep_columns.h"
#include "report/pages/axis.h"

namespace spillway {
namespace {

/// Something in which the points of a sweep differ: an identity column, such as the planner, or the
/// capacity of a memory.
struct SweptParameter {
  std::string name;                 // such as "memory mode" or "sram"
  std::vector<std::string> values;  // the different values as labels; sizes in ascending order
  std::vector<std::size_t> value_of_row;  // for each row, the index of its value in `values`
};

// Returns a key by which cells are sorted: empty cells, then numbers, then texts.
std::tuple<int, double, std::string> order_of(const std::string& cell) {
  const std::optional<double> number = number_in_cell(cell);
  return {cell.empty() ? 0 : number ? 1 : 2, number.value_or(0), cell};
}

SweptParameter parameter_of(const std::string& name, const std::vector<std::string>& cells,
                            std::string (*label)(const std::string& cell)) {
  std::map<std::tuple<int, double, std::string>, std::size_t> places;
  for (const std::string& cell : cells) places.emplace(order_of(cell), 0);
  SweptParameter parameter{name, {}, {}};
  for (auto& [key, place] : places) {
    place = parameter.values.size();
    parameter.values.push_back(label(std::get<std::string>(key)));
  }
  parameter.value_of_row.reserve(cells.size());
  for (const std::string& cell : cells) {
    parameter.value_of_row.push_back(places.at(order_of(cell)));
  }
  return parameter;
}

std::string word_label(const std::string& cell) { return cell.empty() ? "its own" : cell; }

std::string capacity_label(const std::string& cell) {
  const std::optional<double> bytes = number_in_cell(cell);
  return cell.empty() ? "default" : bytes ? size_label(*bytes) : cell;
}

// Returns the capacities of each memory in all rows, from cells such as "sram=65536 dram=1048576".
// The capacity is empty in rows that do not set it.
std::map<std::string, std::vector<std::string>> capacities_of(const SweepColumn& memories) {
  std::map<std::string, std::vector<std::string>> capacities;
  for (std::size_t row = 0; row < memories.cells.size(); ++row) {
    for (const std::string& word : split(memories.cells[row], ' ')) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) continue;
      std::vector<std::string>& cells = capacities[word.substr(0, equals)];
      cells.resize(memories.cells.size());
      cells[row] = word.substr(equals + 1);
    }
  }
  return capacities;
}

// Returns the parameters of a sweep, the one with the most values first.
std::vector<SweptParameter> swept_parameters(const std::vector<SweepColumn>& columns) {
  std::vector<SweptParameter> parameters;
  for (const auto& [memory, cells] : capacities_of(*find_sweep_column(columns, "memories"))) {
    parameters.push_back(parameter_of(memory, cells, capacity_label));
  }
  for (const char* const name : {"network", "target", "system_config", "memory_mode", "parts",
                                 "planner", "allocator", "threads", "weight_ratio", "options"}) {
    std::string spaced = name;
    std::replace(spaced.begin(), spaced.end(), '_', ' ');
    parameters.push_back(parameter_of(spaced, find_sweep_column(columns, name)->cells, word_label));
  }
  const auto is_constant = [](const SweptParameter& p) { return p.values.size() < 2; };
  parameters.erase(std::remove_if(parameters.begin(), parameters.end(), is_constant),
                   parameters.end());
  std::stable_sort(parameters.begin(), parameters.end(),
                   [](const SweptParameter& a, const SweptParameter& b) {
                     return a.values.size() > b.values.size();
                   });
  return parameters;
}

using Values = std::vector<std::optional<double>>;

std::string microseconds_label(double value) { return time_label(value * 1000); }

std::string cycles_label(double value) {
  return with_thousands(static_cast<std::int64_t>(value)) + " cycles";
}

Values values_of(const SweepColumn& column) {
  Values values;
  values.reserve(column.cells.size());
  for (const std::string& cell : column.cells) values.push_back(number_in_cell(cell));
  return values;
}

// Returns the quantities that heat maps show, with the value of each row of the sweep.
std::vector<HeatShade> shades_of_rows(const std::vector<SweepColumn>& columns) {
  std::vector<HeatShade> shades;
  for (HeatShade shade : {HeatShade{"latency_us", "least latency", microseconds_label, {}},
                          HeatShade{"spilled_bytes", "least spilled bytes", size_label, {}},
                          HeatShade{"dma_wait_cycles", "least DMA wait", cycles_label, {}},
                          HeatShade{"compute_cycles", "least compute", cycles_label, {}}}) {
    const SweepColumn* const column = find_sweep_column(columns, shade.column);
    if (column == nullptr) continue;
    shade.values = values_of(*column);
    shades.push_back(std::move(shade));
  }
  return shades;
}

// Returns the indices of the identity columns in which the points of a heat map may differ.
std::vector<std::size_t> free_columns(const SweptParameter& across, const SweptParameter& down) {
  std::vector<std::size_t> columns;
  for (const std::string& column : split(sweep_identity_columns, ',')) {
    std::string name = column;
    std::replace(name.begin(), name.end(), '_', ' ');
    const auto is_of = [&](const SweptParameter& p) {
      return name == p.name || name == p.name + " hash";
    };
    const bool is_always_free = name == "memories" || name == "planner" || name == "allocator";
    if (is_always_free || is_of(across) || is_of(down)) columns.push_back(identity_index(column));
  }
  return columns;
}

// Returns the identity cells that are equal in all points of a heat map. The cells of the columns
// `free` are empty.
IdentityKey key_of_map(const SweepRow& row, const std::vector<std::size_t>& free) {
  IdentityKey key = row.identity;
  key[identity_index("options")] = row.task_options;
  for (const std::size_t column : free) key[column] = 0;
  return key;
}

// Returns the labels of the values that a parameter has in some rows. Sets `places` to the index of
// the label of each of these rows.
std::vector<std::string> labels_in_rows(const SweptParameter& parameter,
                                        const std::vector<std::size_t>& rows,
                                        std::vector<std::size_t>& places) {
  std::map<std::size_t, std::size_t> known;
  for (const std::size_t row : rows) known.emplace(parameter.value_of_row[row], 0);
  std::vector<std::string> labels;
  for (auto& [value, place] : known) {
    place = labels.size();
    labels.push_back(parameter.values[value]);
  }
  for (const std::size_t row : rows) places.push_back(known.at(parameter.value_of_row[row]));
  return labels;
}

// Returns a shade with the least value of each cell of a map. `rows` has the value of each row.
HeatShade shade_of_map(const HeatShade& rows, const HeatMap& map) {
  HeatShade made{rows.column, rows.name, rows.label, {}};
  for (const std::vector<std::size_t>& points : map.points) {
    std::optional<double>& least = made.values.emplace_back();
    for (const std::size_t point : points) {
      const std::optional<double>& value = rows.values[point];
      if (value && (!least || *value < *least)) least = value;
    }
  }
  return made;
}

// Returns a map without cells if most of its cells would have no points.
HeatMap map_of_rows(const std::vector<std::size_t>& rows, const SweptParameter& across,
                    const SweptParameter& down, const std::vector<HeatShade>& shades) {
  HeatMap map;
  map.across = across.name;
  map.down = down.name;
  std::vector<std::size_t> x, y;
  map.columns = labels_in_rows(across, rows, x);
  map.rows = labels_in_rows(down, rows, y);
  constexpr std::size_t most_cells_per_row = 8;
  if (map.columns.size() * map.rows.size() > most_cells_per_row * rows.size()) return map;
  map.points.resize(map.columns.size() * map.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    map.points[y[i] * map.columns.size() + x[i]].push_back(rows[i]);
  }
  for (const HeatShade& shade : shades) map.shades.push_back(shade_of_map(shade, map));
  return map;
}

bool has_values(const HeatMap& map) {
  return !map.points.empty() &&
         std::any_of(map.shades.front().values.begin(), map.shades.front().values.end(),
                     [](const std::optional<double>& value) { return value.has_value(); });
}

std::size_t longest_value(const SweptParameter& parameter) {
  std::size_t longest = 0;
  for (const std::string& value : parameter.values) longest = std::max(longest, value.size());
  return longest;
}

// Returns the maps over two parameters. The parameter with the shorter labels is on the horizontal
// axis, because long labels have more room on the left of the map.
std::vector<HeatMap> maps_of_pair(const SweptParameter& first, const SweptParameter& second,
                                  const SweepRows& rows, const std::vector<HeatShade>& shades) {
  const bool swapped = longest_value(second) < longest_value(first);
  const SweptParameter& across = swapped ? second : first;
  const SweptParameter& down = swapped ? first : second;
  const std::vector<std::size_t> free = free_columns(across, down);
  std::map<IdentityKey, std::size_t> known;
  std::vector<IdentityKey> keys;
  std::vector<std::vector<std::size_t>> rows_of_maps;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IdentityKey key = key_of_map(rows[i], free);
    const auto [entry, added] = known.try_emplace(key, keys.size());
    if (added) {
      keys.push_back(key);
      rows_of_maps.emplace_back();
    }
    rows_of_maps[entry->second].push_back(i);
  }
  const std::vector<std::string> names = group_names(rows, keys);
  std::vector<HeatMap> maps;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    HeatMap map = map_of_rows(rows_of_maps[i], across, down, shades);
    if (!has_values(map)) continue;
    map.title = fmt::format("{} and {}{}{}", across.name, down.name, names[i].empty() ? "" : ", ",
                            names[i]);
    maps.push_back(std::move(map));
  }
  return maps;
}

// Returns the index of the first figure whose name ends with one of `endings`, which are tried in
// their order. Returns the index of another figure than `taken` if there is no such figure.
std::size_t figure_like(const std::vector<ScatterFigure>& figures,
                        const std::vector<std::string>& endings, std::size_t taken) {
  for (const std::string& ending : endings) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
      if (i != taken && ends_with(figures[i].column, ending)) return i;
    }
  }
  return taken == 0 ? 1 : 0;
}

}  // namespace

std::vector<HeatMap> heat_maps(const std::vector<SweepColumn>& columns, const SweepRows& rows) {
  // Limits for the maps over other pairs of parameters than the first pair. A map takes about 4 KB
  // of the page.
  constexpr std::size_t most_maps = 8, most_points = 4000;
  const std::vector<SweptParameter> parameters = swept_parameters(columns);
  const std::vector<HeatShade> shades = shades_of_rows(columns);
  std::vector<HeatMap> maps;
  std::size_t pairs = 0;
  for (std::size_t second = 1; second < parameters.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      if (pairs > 0 && (pairs + 1) * rows.size() > most_points) return maps;
      auto more = maps_of_pair(parameters[first], parameters[second], rows, shades);
      if (pairs > 0 && maps.size() + more.size() > most_maps) continue;
      std::move(more.begin(), more.end(), std::back_inserter(maps));
      ++pairs;
    }
  }
  return maps;
}

std::optional<ScatterPlot> scatter_plot(const std::vector<SweepColumn>& columns) {
  ScatterPlot plot;
  for (const SweepColumn& column : columns) {
    if (!is_figure_column(column.name)) continue;
    Values values = values_of(column);
    const auto first = std::find_if(values.begin(), values.end(), [](const auto& v) { return v; });
    const bool varies = std::any_of(first, values.end(),
                                    [&](const auto& value) { return value && *value != **first; });
    if (varies) plot.figures.push_back({column.name, std::move(values)});
  }
  if (plot.figures.size() < 2) return std::nullopt;
  plot.up = figure_like(plot.figures, {"latency_us"}, plot.figures.size());
  plot.across = figure_like(plot.figures, {"spilled_bytes", "_capacity_bytes"}, plot.up);
  const SweepColumn* const planners = find_sweep_column(columns, "planner");
  const SweepColumn* const allocators = find_sweep_column(columns, "allocator");
  for (std::size_t i = 0; i < planners->cells.size(); ++i) {
    const std::string& allocator = allocators->cells[i];
    const std::string name = planners->cells[i] + (allocator.empty() ? "" : " / " + allocator);
    auto series = std::find_if(plot.series.begin(), plot.series.end(),
                               [&](const ScatterSeries& other) { return other.name == name; });
    if (series == plot.series.end()) series = plot.series.insert(series, {name, {}});
    series->points.push_back(i);
  }
  return plot;
}

}  // namespace spillway
