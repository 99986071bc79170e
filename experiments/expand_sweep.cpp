// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "experiments/plan_changes.h"
#include "experiments/point_cache.h"
#include "experiments/sweep_options.h"
#include "experiments/sweep_spec.h"

namespace spillway {
namespace {

using Points = std::vector<SweepPoint>;

// One point becomes one per value, each with the value put in by `apply`.
template <typename Value, typename Apply>
void multiply(Points& points, const std::vector<Value>& values, const Apply& apply) {
  if (values.empty()) return;
  Points product;
  product.reserve(points.size() * values.size());
  for (const SweepPoint& point : points) {
    for (const Value& value : values) {
      product.push_back(point);
      apply(product.back(), value);
    }
  }
  points = std::move(product);
}

// Where a column of its own says all.
bool has_column(const std::string& option, const DesignPoint& point) {
  return option == "threads" || (option == "weight-ratio" && !point.weight_ratios);
}

void multiply_option(Points& points, const OptionChoice& choice) {
  const SweepOption& option = find_sweep_option(choice.option);
  multiply(points, choice.values, [&](SweepPoint& point, const std::string& value) {
    const std::string canonical = option.apply(point.point, value);
    if (has_column(choice.option, point.point)) return;
    point.options +=
        fmt::format("{}{}={}", point.options.empty() ? "" : " ", option.name, canonical);
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
void drop_lacking(Points& points) {
  std::map<std::string, Target> targets;
  std::set<std::pair<std::string, std::string>> known;
  std::vector<bool> has;
  for (const SweepPoint& point : points) {
    const TargetOptions& options = point.point.target_options;
    const auto [entry, added] = targets.try_emplace(point.point.target);
    if (added) entry->second = load_target(point.point.target);
    has.push_back(offers(entry->second, options));
    if (has.back()) known.emplace(options.system_config, options.memory_mode);
  }
  Points kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const TargetOptions& options = points[i].point.target_options;
    const bool known_elsewhere = known.count({options.system_config, options.memory_mode}) > 0;
    if (has[i] || !known_elsewhere) kept.push_back(std::move(points[i]));
  }
  points = std::move(kept);
}

// Each point with the sizes that `sizes_of` gives for it.
template <typename SizesOf>
void multiply_sizes(Points& points, const std::string& memory, const SizesOf& sizes_of) {
  std::vector<std::vector<Bytes>> sizes;
  std::size_t total = 0;
  for (const SweepPoint& point : points) {
    sizes.push_back(sizes_of(point));
    total += sizes.back().size();
  }
  Points product;
  product.reserve(total);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const Bytes size : sizes[i]) {
      product.push_back(points[i]);
      product.back().point.target_options.capacities.emplace_back(memory, size);
    }
  }
  points = std::move(product);
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

void multiply_memories(Points& points, const SweepSpec& spec, PointCache& cache) {
  for (const MemoryRange& range : spec.memories) {
    if (range.automatic) continue;
    multiply_sizes(points, range.memory, [&](const SweepPoint& point) {
      return listed_sizes(range, spec.networks[point.network], point.point, cache);
    });
  }
}

void multiply_automatic(Points& points, const SweepSpec& spec, PointCache& cache) {
  for (const MemoryRange& range : spec.memories) {
    if (!range.automatic) continue;
    multiply_sizes(points, range.memory, [&](const SweepPoint& point) {
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

std::vector<SweepPoint> expand(const SweepSpec& spec, PointCache& cache) {
  Points points;
  for (std::size_t n = 0; n < spec.networks.size(); ++n) points.push_back({n, spec.base, ""});
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
    multiply(points, choice.parts, [&](SweepPoint& point, const std::string& part) {
      point.point.target_options.parts.emplace_back(choice.memory, part);
    });
  }
  for (const OptionChoice& choice : spec.options) multiply_option(points, choice);
  multiply_memories(points, spec, cache);
  multiply(points, spec.planners,
           [](SweepPoint& point, const std::string& planner) { point.point.planner = planner; });
  multiply(points, spec.allocators, [](SweepPoint& point, const std::string& allocator) {
    point.point.planner_options.allocator = allocator;
  });
  multiply_automatic(points, spec, cache);
  return points;
}

std::vector<SweepPoint> expand(const SweepSpec& spec) {
  PointCache cache;
  return expand(spec, cache);
}

}  // namespace spillway
