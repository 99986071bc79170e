// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "experiments/point/point_cache.h"
#include "experiments/sweep/plan_changes.h"
#include "experiments/sweep/sweep_options.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {
namespace {

// One point becomes one per value, each with the value put in by `apply`.
template <typename Apply>
void multiply(PointList& points, const std::vector<std::string>& values, const Apply& apply) {
  if (values.empty()) return;
  points.multiply(values.size(), [&values, apply](SweepPoint& point, std::size_t value) {
    apply(point, values[value]);
  });
}

// Where a column of its own says all.
bool has_column(const std::string& option, const DesignPoint& point) {
  return option == "threads" || (option == "weight-ratio" && !point.weight_ratios);
}

void note_option(SweepPoint& point, const SweepOption& option, const std::string& canonical) {
  if (has_column(option.name, point.point)) return;
  point.options += fmt::format("{}{}={}", point.options.empty() ? "" : " ", option.name, canonical);
}

// What a value put into a point, with the text that stands for it.
struct LoadedValue {
  DesignPoint point;
  std::string canonical;
};

// By number of the value. Read here, so that points do not change with a file while a sweep runs.
std::map<std::size_t, LoadedValue> load_files(const OptionChoice& choice, const SweepOption& option,
                                              const DesignPoint& base) {
  std::map<std::size_t, LoadedValue> loaded;
  for (std::size_t i = 0; i < choice.values.size(); ++i) {
    if (option.is_file == nullptr || !option.is_file(choice.values[i])) continue;
    LoadedValue& value = loaded[i];
    value.point = base;
    value.canonical = option.apply(value.point, choice.values[i]);
  }
  return loaded;
}

void multiply_option(PointList& points, const OptionChoice& choice, const DesignPoint& base) {
  const SweepOption& option = find_sweep_option(choice.option);
  if (choice.values.empty()) return;
  points.multiply(
      choice.values.size(), [&option, &choice, files = load_files(choice, option, base)](
                                SweepPoint& point, std::size_t value) {
        const auto file = files.find(value);
        if (file == files.end()) {
          return note_option(point, option, option.apply(point.point, choice.values[value]));
        }
        option.take_over(file->second.point, point.point);
        note_option(point, option, file->second.canonical);
      });
}

bool offers(const Target& target, const TargetOptions& options) {
  const std::string& wanted =
      options.system_config.empty() ? target.system_config : options.system_config;
  for (const SystemConfig& config : target.system_configs) {
    if (config.name != wanted) continue;
    const std::vector<MemoryMode> modes = offered_modes(config, target.mode_rules);
    return options.memory_mode.empty() ||
           std::any_of(modes.begin(), modes.end(),
                       [&](const MemoryMode& mode) { return mode.name == options.memory_mode; });
  }
  return false;
}

// With several targets, each takes the configurations and modes that it has. One that none has is
// left in, and is an error when the point is looked at.
void drop_lacking(PointList& points) {
  std::map<std::string, Target> targets;
  std::set<std::pair<std::string, std::string>> known;
  std::vector<bool> has;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SweepPoint point = points[i];
    const TargetOptions& options = point.point.target_options;
    const auto [entry, added] = targets.try_emplace(point.point.target);
    if (added) entry->second = load_target(point.point.target);
    has.push_back(offers(entry->second, options));
    if (has.back()) known.emplace(options.system_config, options.memory_mode);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (has[i]) continue;
    const TargetOptions options = points[i].point.target_options;
    const bool known_elsewhere = known.count({options.system_config, options.memory_mode}) > 0;
    has[i] = !known_elsewhere;
  }
  points.keep(has);
}

std::vector<Bytes> listed_sizes(const MemoryRange& range, const Network& network,
                                const DesignPoint& point, PointCache& cache) {
  std::vector<Bytes> sizes = range.sizes;
  if (range.percents.empty()) return sizes;
  const Bytes peak = peak_bytes(network, point, cache);
  for (const double percent : range.percents) {
    constexpr Bytes alignment = 16;
    const auto bytes = static_cast<Bytes>(static_cast<double>(peak) * percent / 100);
    sizes.push_back((bytes + alignment - 1) / alignment * alignment);
  }
  return sizes;
}

void multiply_memories(PointList& points, const SweepSpec& spec, PointCache& cache) {
  for (const MemoryRange& range : spec.memories) {
    if (range.automatic) continue;
    points.multiply_sizes(range.memory, [&](const SweepPoint& point) {
      return listed_sizes(range, spec.networks[point.network], point.point, cache);
    });
  }
}

void multiply_automatic(PointList& points, const SweepSpec& spec, PointCache& cache) {
  for (const MemoryRange& range : spec.memories) {
    if (!range.automatic) continue;
    points.multiply_sizes(range.memory, [&](const SweepPoint& point) {
      const Network& network = spec.networks[point.network];
      std::vector<Bytes> sizes = listed_sizes(range, network, point.point, cache);
      const std::vector<Bytes> changes =
          plan_change_sizes(network, point.point, range.memory, cache);
      sizes.insert(sizes.end(), changes.begin(), changes.end());
      std::sort(sizes.begin(), sizes.end());
      return sizes;
    });
  }
}

}  // namespace

PointList expand(const SweepSpec& spec, PointCache& cache) {
  PointList points(spec.base);
  points.multiply(spec.networks.size(),
                  [](SweepPoint& point, std::size_t network) { point.network = network; });
  multiply(points, spec.targets,
           [](SweepPoint& point, const std::string& target) { point.point.target = target; });
  multiply(points, spec.system_configs, [](SweepPoint& point, const std::string& config) {
    point.point.target_options.system_config = config;
  });
  multiply(points, spec.memory_modes, [](SweepPoint& point, const std::string& mode) {
    point.point.target_options.memory_mode = mode;
  });
  drop_lacking(points);
  for (const PartChoice& choice : spec.parts) {
    multiply(points, choice.parts, [&choice](SweepPoint& point, const std::string& part) {
      point.point.target_options.parts.emplace_back(choice.memory, part);
    });
  }
  for (const OptionChoice& choice : spec.options) multiply_option(points, choice, spec.base);
  multiply_memories(points, spec, cache);
  multiply(points, spec.planners,
           [](SweepPoint& point, const std::string& planner) { point.point.planner = planner; });
  multiply(points, spec.allocators, [](SweepPoint& point, const std::string& allocator) {
    point.point.planner_options.allocator = allocator;
  });
  multiply_automatic(points, spec, cache);
  return points;
}

PointList expand(const SweepSpec& spec) {
  PointCache cache;
  return expand(spec, cache);
}

}  // namespace spillway
