// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "experiments/sweep/plan_changes.h"
#include "experiments/sweep/repeated_values.h"
#include "experiments/sweep/sweep_size.h"
#include "experiments/sweep/sweep_spec.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

// Replaces every point by one point per value of `values`. `apply` sets a value in a point. Without
// values, the points stay as they are.
template <typename Apply>
void multiply(PointList& points, const std::vector<std::string>& values, const Apply& apply) {
  if (values.empty()) return;
  points.multiply(values.size(), [&values, apply](SweepPoint& point, std::size_t value) {
    apply(point, values[value]);
  });
}

// Replaces every point by one point per value of an option. Values may be names of files. The files
// are read here, before the sweep runs, so that a file that changes during the sweep does not
// change points.
void multiply_option(PointList& points, const std::string& name,
                     const std::vector<std::string>& values) {
  if (values.empty()) return;
  const PointOption& option = find_point_option(name);
  std::vector<SetOption> setters;
  setters.reserve(values.size());
  for (const std::string& value : values) {
    setters.push_back(option.read(items_of_sweep_value(option, value)));
  }
  points.multiply(values.size(),
                  [setters](SweepPoint& point, std::size_t value) { setters[value](point.point); });
}

// Whether the CSV has a column of its own that shows the complete value of the option.
bool has_column(const PointOption& option, const DesignPoint& point) {
  const std::string_view name = option.name;
  return name == "threads" || (name == "weight-ratio" && !point.weight_ratios);
}

/// Removes swept options from the points at which the options have no effect. A swept option that
/// has no effect at any point is an error.
class UsedOptions {
 public:
  explicit UsedOptions(const SweepSpec& spec) : spec_(spec) {
    for (const PointOption& option : point_options()) {
      if (is_varied(option)) varied_.push_back(&option);
    }
  }

  void clear_unused(SweepPoint& point) {
    point.options.clear();
    set_mode(point);
    for (const PointOption* const option : varied_) {
      if (!applies(*option, point)) {
        clear_option(*option, point.point);
      } else if (!option->own_list && !has_column(*option, point.point)) {
        point.options += fmt::format("{}{}={}", point.options.empty() ? "" : " ", option->name,
                                     canonical_value(*option, point.point));
      }
    }
  }

  /// Throws UserError(usage) for a swept option that has no effect at any of `points`. Requires
  /// that the caller has passed clear_unused() of this object to PointList::finish_points_with(),
  /// so that building a point notes the options that the point uses.
  void require_use(const PointList& points) const {
    for (std::size_t i = 0; i < points.size() && used_.size() < varied_.size(); ++i) {
      (void)points[i];
    }
    for (const auto& [option, reason] : obstacles_) {
      if (used_.count(option) == 0) throw usage_error(reason);
    }
  }

 private:
  bool is_varied(const PointOption& option) const {
    const std::string_view name = option.name;
    if (name == "planner") return !spec_.planners.empty();
    if (name == "allocator") return !spec_.allocators.empty();
    return std::any_of(spec_.options.begin(), spec_.options.end(),
                       [&](const OptionChoice& choice) { return choice.option == name; });
  }

  // If the point's network is a compiled file, sets the memory mode and the size of the cache for
  // which the file was compiled. Modes and sizes that the sweep gives are not changed.
  void set_mode(SweepPoint& point) {
    if (compiled_family(spec_.networks[point.network]) == nullptr) return;
    TargetOptions& options = point.point.target_options;
    const bool sized = !options.capacities.empty();
    const auto [entry, added] =
        modes_.try_emplace({point.network, point.point.target, options.system_config, sized});
    if (added) entry->second = as_compiled(spec_.networks[point.network], point.point);
    const DesignPoint& own = entry->second;
    if (!sized) options.capacities = own.target_options.capacities;
    if (!own.mode_of_file) return;
    options.memory_mode = own.target_options.memory_mode;
    point.point.mode_of_file = true;
  }

  bool applies(const PointOption& option, const SweepPoint& point) {
    if (option.obstacle != nullptr) {
      const Target& target = cache_.target_without_limits(point.point);
      const std::string reason =
          obstacle_of(option, {point.point, target, spec_.networks[point.network], &cache_});
      if (!reason.empty()) {
        obstacles_.emplace(&option, reason);
        return false;
      }
    }
    used_.insert(&option);
    return true;
  }

  const SweepSpec& spec_;
  PointCache cache_;
  std::vector<const PointOption*> varied_;
  std::set<const PointOption*> used_;
  // For each option without effect at some point: the reason at the first of these points.
  std::map<const PointOption*, std::string> obstacles_;
  /// Results of as_compiled(). The key is the network, the target, the system configuration, and
  /// whether the sweep gives sizes of memories.
  std::map<std::tuple<std::size_t, std::string, std::string, bool>, DesignPoint> modes_;
};

bool has_system(const Target& target, const TargetOptions& options) {
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

// Drops a point if its target does not have the point's system configuration or memory mode, but
// another target of the sweep has both. If no target has both, the point stays, so that its
// simulation reports the wrong name.
void drop_unavailable(PointList& points) {
  std::map<std::string, Target> targets;
  std::set<std::pair<std::string, std::string>> known;
  std::vector<bool> has;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SweepPoint point = points[i];
    const TargetOptions& options = point.point.target_options;
    const auto [entry, added] = targets.try_emplace(point.point.target);
    if (added) entry->second = load_target(point.point.target);
    has.push_back(has_system(entry->second, options));
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

// Returns the product of the numbers of networks, targets, system configurations and memory modes
// that the sweep lists. The product includes combinations that a target does not have.
PointCount count_of_systems(const SweepSpec& spec) {
  PointCount count;
  count.times("networks", spec.networks.size());
  count.times("targets", spec.targets.size());
  count.times("system configurations", spec.system_configs.size());
  count.times("memory modes", spec.memory_modes.size());
  return count;
}

// Returns the number of points of the whole sweep. `systems` is the number of combinations of
// networks, targets, configurations and modes. Memory sizes that the sweep finds itself (`auto`)
// are not counted: there are few of them, and they are known only after planning.
PointCount count_of_points(const SweepSpec& spec, std::size_t systems) {
  PointCount count;
  count.times("networks on targets", systems);
  for (const PartChoice& choice : spec.parts) count.times("parts", choice.parts.size());
  for (const OptionChoice& choice : spec.options) {
    count.times("values of " + choice.option, choice.values.size());
  }
  for (const MemoryRange& range : spec.memories) {
    count.times("sizes of " + range.memory, range.sizes.size() + range.percents.size());
  }
  count.times("planners", spec.planners.size());
  count.times("allocators", spec.allocators.size());
  return count;
}

}  // namespace

PointList expand(const SweepSpec& spec, PointCache& cache) {
  count_of_systems(spec).require_sane();
  require_each_once(spec);
  PointList points(spec.base);
  const auto options = std::make_shared<UsedOptions>(spec);
  points.multiply(spec.networks.size(),
                  [](SweepPoint& point, std::size_t network) { point.network = network; });
  multiply_option(points, "target", spec.targets);
  multiply(points, spec.system_configs, [](SweepPoint& point, const std::string& config) {
    point.point.target_options.system_config = config;
  });
  multiply(points, spec.memory_modes, [](SweepPoint& point, const std::string& mode) {
    point.point.target_options.memory_mode = mode;
  });
  drop_unavailable(points);
  count_of_points(spec, points.size()).require_sane();
  for (const PartChoice& choice : spec.parts) {
    std::vector<std::string> parts;
    for (const std::string& part : choice.parts) parts.push_back(choice.memory + "=" + part);
    multiply_option(points, "part", parts);
  }
  for (const OptionChoice& choice : spec.options) {
    multiply_option(points, choice.option, choice.values);
  }
  points.finish_points_with([options](SweepPoint& point) { options->clear_unused(point); });
  multiply_memories(points, spec, cache);
  multiply_option(points, "planner", spec.planners);
  multiply(points, spec.allocators, [](SweepPoint& point, const std::string& allocator) {
    point.point.planner_options.allocator = allocator;
  });
  multiply_automatic(points, spec, cache);
  options->require_use(points);
  return points;
}

PointList expand(const SweepSpec& spec) {
  PointCache cache;
  return expand(spec, cache);
}

}  // namespace spillway
