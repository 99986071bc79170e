// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/skip_points.h"

#include <algorithm>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "experiments/sweep/sweep_table.h"

namespace spillway {
namespace {

// Returns the names that skip conditions may contain. The names include the memories of all system
// configurations of the sweep's targets, also of configurations that the sweep does not use.
std::vector<std::string> known_names(const SweepSpec& spec) {
  std::vector<std::string> names = split(sweep_identity_columns, ',');
  for (const std::string& target : spec.targets) {
    for (const SystemConfig& config : load_target(target).system_configs) {
      for (const MemorySpec& memory : config.memories) {
        names.push_back("memory." + memory.name);
        names.push_back("part." + memory.name);
      }
    }
  }
  for (const PointOption& option : point_options()) {
    if (is_swept(option)) names.emplace_back(option.name);
  }
  return names;
}

SkipCondition::Names names_of(const SweepPoint& point, const std::string& identity,
                              const Target& target) {
  SkipCondition::Names names;
  const std::vector<std::string> columns = split(sweep_identity_columns, ',');
  const std::vector<std::string_view> cells = raw_cells(identity);
  for (std::size_t i = 0; i < columns.size(); ++i) names[columns[i]] = cells[i];
  for (const MemorySpec& memory : target.memories) {
    names["memory." + memory.name] = std::to_string(memory.capacity);
  }
  for (const auto& [memory, part] : point.point.target_options.parts) {
    names["part." + memory] = part;
  }
  for (const std::string& option : split(point.options, ' ')) {
    const std::size_t equals = option.find('=');
    if (equals != std::string::npos) names[option.substr(0, equals)] = option.substr(equals + 1);
  }
  names["weight-ratio"] = names["weight_ratio"];
  return names;
}

}  // namespace

SkippedPoints::SkippedPoints(const SweepSpec& spec) {
  if (spec.skips.empty()) return;
  const std::vector<std::string> known = known_names(spec);
  for (const std::string& text : spec.skips) conditions_.emplace_back(text, known);
  held_.resize(conditions_.size(), false);
}

bool SkippedPoints::skips(const SweepPoint& point, const std::string& identity,
                          const Target& target) {
  if (conditions_.empty()) return false;
  const SkipCondition::Names names = names_of(point, identity, target);
  bool skipped = false;
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    if (!conditions_[i].holds(names)) continue;
    skipped = held_[i] = true;
  }
  return skipped;
}

void SkippedPoints::require_use(const SweepSpec& spec) const {
  const auto useless = std::find(held_.begin(), held_.end(), false);
  if (useless == held_.end()) return;
  const auto number = static_cast<std::size_t>(useless - held_.begin());
  throw usage_error("--skip: '" + spec.skips[number] + "' holds of no point of the sweep");
}

void check_skips(const SweepSpec& spec) { SkippedPoints{spec}; }

}  // namespace spillway
