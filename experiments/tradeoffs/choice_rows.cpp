// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/choice_rows.h"

#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/options_cell.h"
#include "experiments/rows/sweep_columns.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

constexpr std::string_view capacity_ending = "_capacity_bytes";

struct MemoryColumns {
  std::string name;
  CsvReader::Column capacity, read, write;
  // Columns that CSVs of older versions do not have.
  std::optional<CsvReader::Column> bandwidth, energy;
};

class ChoiceReader {
 public:
  ChoiceReader(const std::string& csv, const std::string& source, const SweepOrigin& origin)
      : reader_(csv, source), origin_(origin) {
    for (const std::string& name : split(sweep_identity_columns, ',')) {
      identity_.emplace_back(name, reader_.require_column({name}));
    }
    latency_ = reader_.require_column({"latency_us"});
    mac_energy_ = reader_.find_column({"mac_energy_uj"});
    add_memories();
  }

  bool next() { return reader_.next_row(); }
  bool is_simulated() const { return !reader_.cell(latency_).empty(); }

  std::string text(const std::string& column) const {
    const auto found = std::find_if(identity_.begin(), identity_.end(),
                                    [&](const auto& identity) { return identity.first == column; });
    const std::string& cell = reader_.cell(found->second);
    return text_from_cell(cell).value_or(cell);
  }

  PricedChoice choice() const {
    PricedChoice priced;
    HardwareChoice& choice = priced.choice;
    choice.target = text("target");
    choice.system_config = text("system_config");
    choice.memory_mode = text("memory_mode");
    choice.memories = text("memories");
    choice.parts = text("parts");
    choice.planner = text("planner");
    choice.allocator = text("allocator");
    choice.threads = text("threads");
    choice.options = text("options");
    choice.latency_us = reader_.number(latency_);
    choice.command = command();
    add_memory_figures(priced);
    return priced;
  }

 private:
  void add_memories() {
    for (const std::string& column : std::vector<std::string>(reader_.header())) {
      if (!ends_with(column, capacity_ending)) continue;
      const std::string name = column.substr(0, column.size() - capacity_ending.size());
      memories_.push_back({name, reader_.require_column({column}),
                           reader_.require_column({name + "_read_bytes"}),
                           reader_.require_column({name + "_write_bytes"}),
                           reader_.find_column({name + "_bandwidth_bytes_per_s"}),
                           reader_.find_column({name + "_energy_uj"})});
    }
  }

  std::string command() const {
    std::string line = "spillway run";
    for (const auto& [name, column] : identity_) {
      const std::string words = words_of_identity(
          name, [this](const std::string& other) { return text(other); }, origin_);
      if (!words.empty()) line += " " + words;
    }
    return line;
  }

  void add_memory_figures(PricedChoice& priced) const {
    HardwareChoice& choice = priced.choice;
    choice.bandwidth = 0;
    choice.energy_uj = 0;
    for (const MemoryColumns& memory : memories_) {
      if (reader_.cell(memory.capacity).empty()) continue;  // the target does not have this memory
      const bool fastest = priced.capacities.empty();
      priced.capacities.emplace_back(memory.name, reader_.integer(memory.capacity));
      if (fastest) {
        choice.fast_memory = memory.name;
        choice.fast_bytes = priced.capacities.back().second;
      }
      if (reader_.integer(memory.read) + reader_.integer(memory.write) == 0) continue;
      if (!fastest) choice.bandwidth = sum(choice.bandwidth, memory.bandwidth);
      choice.energy_uj = sum(choice.energy_uj, memory.energy);
    }
    if (mac_energy_ && !reader_.cell(*mac_energy_).empty()) {
      choice.energy_uj = sum(choice.energy_uj, mac_energy_);
    }
  }

  // Returns `total` plus the cell of a column; nothing if `total` or the cell is unknown.
  std::optional<double> sum(const std::optional<double>& total,
                            const std::optional<CsvReader::Column>& column) const {
    if (!total || !column || reader_.cell(*column).empty()) return std::nullopt;
    return *total + reader_.number(*column);
  }

  CsvReader reader_;
  const SweepOrigin& origin_;
  std::vector<std::pair<std::string, CsvReader::Column>> identity_;
  CsvReader::Column latency_ = 0;
  std::optional<CsvReader::Column> mac_energy_;
  std::vector<MemoryColumns> memories_;
};

// Returns the options of a cell `options`, with values, that define the task: all but those of
// hardware and those of lowering and plan that the user is free to choose (competes()). Examples
// are `reserve`, `runs` and `ideal`.
std::string task_of(const std::string& options) {
  std::string text;
  for (const auto& [option, value] : options_of_cell(options)) {
    if (option->stage == Stage::target || competes(*option)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option->name, value);
  }
  return text;
}

}  // namespace

std::vector<ChoiceGroup> choice_groups(const std::string& csv, const std::string& source,
                                       const SweepOrigin& origin) {
  ChoiceReader reader(csv, source, origin);
  std::vector<ChoiceGroup> groups;
  std::map<std::string, std::size_t> places;
  while (reader.next()) {
    const std::string task = task_of(reader.text("options"));
    const std::string key =
        fmt::format("{} {} {}", reader.text("network_hash"), reader.text("weight_ratio"), task);
    const auto [place, added] = places.try_emplace(key, groups.size());
    if (added) {
      const std::string name = reader.text("network");
      groups.push_back({task.empty() ? name : fmt::format("{}, {}", name, task), 0, {}});
    }
    ChoiceGroup& group = groups[place->second];
    ++group.points;
    if (reader.is_simulated()) group.choices.push_back(reader.choice());
  }
  return groups;
}

}  // namespace spillway
