// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/change.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/advice/missing_memory.h"
#include "experiments/point/option_table.h"
#include "experiments/point/tile_options.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"
#include "planner/external/planner_program.h"

namespace spillway {
namespace {

std::string item_key(const std::string& item) { return item.substr(0, item.find('=')); }

// Returns a list of NAME=VALUE items after a change: first the items of `old` whose names do not
// occur in `fresh`, then the items of `fresh`.
OptionItems merged(const OptionItems& old, const OptionItems& fresh) {
  OptionItems items;
  for (const std::string& item : old) {
    const bool replaced = std::any_of(fresh.begin(), fresh.end(), [&](const std::string& other) {
      return item_key(item) == item_key(other);
    });
    if (!replaced) items.push_back(item);
  }
  items.insert(items.end(), fresh.begin(), fresh.end());
  return items;
}

bool is_named_list(const std::string& option) {
  return option == "memory" || option == "part" || option == "pin" || option == "region";
}

bool applies(const std::string& option, const OptionUse& use) {
  return obstacle_of(find_point_option(option), use).empty();
}

/// Adds `change`, which sets one option, to `changes`. Does nothing if the option has no effect on
/// the network.
void add_useful(const OptionUse& use, const Change& change, std::vector<Change>& changes) {
  const DesignPoint with = changed(use.point, change);
  if (applies(change.options.front().option, {with, use.target, use.network, use.cache})) {
    changes.push_back(change);
  }
}

Change one(const std::string& kind, const std::string& option, std::vector<std::string> items) {
  return {kind, false, {{option, std::move(items)}}};
}

// Whether the planner may take long to make a plan. True for three planners that search, and for
// the users' own planner programs, whose run time is unknown.
bool may_take_long(const std::string& planner) {
  return planner == "search" || planner == "exact" || planner == "vela-hillclimb" ||
         is_planner_program(planner);
}

void add_planners(const OptionUse& use, bool quick, std::vector<Change>& changes) {
  const std::string now = planner_of(use.point, use.target);
  for (const PlannerEntry& entry : planners()) {
    DesignPoint with = use.point;
    with.planner = entry.name;
    if (entry.name == now || !entry.planner->can_answer() || (quick && may_take_long(entry.name)) ||
        !applies("planner", {with, use.target, use.network})) {
      continue;
    }
    changes.push_back(one("planner", "planner", {entry.name}));
  }
}

// Adds the planner `search` with a small search budget. This planner can find cascades.
void add_short_search(const OptionUse& use, std::vector<Change>& changes) {
  DesignPoint with = use.point;
  with.planner = "search";
  if (planner_of(use.point, use.target) == with.planner ||
      !applies("planner", {with, use.target, use.network})) {
    return;
  }
  changes.push_back({"planner", false, {{"planner", {with.planner}}, {"search-budget", {"10"}}}});
}

void add_weight_policies(const OptionUse& use, std::vector<Change>& changes) {
  if (!applies("weight-policy", use)) return;
  const std::string now =
      use.point.weight_policy.empty() ? default_weight_policy : use.point.weight_policy;
  for (const WeightPolicy& entry : weight_policies()) {
    if (entry.name == now) continue;
    add_useful(use, one("weight policy", "weight-policy", {entry.name}), changes);
  }
}

void add_modes(const OptionUse& use, std::vector<Change>& changes) {
  for (const MemoryMode& mode : use.target.modes) {
    if (mode.name == use.target.mode.name) continue;
    changes.push_back(one("memory mode", "memory-mode", {mode.name}));
  }
}

constexpr const char* maps_memory = "memory of the maps";
constexpr const char* constants_memory = "memory of the constants";

using MemoryNames = std::vector<std::string>;

// Adds changes of the memories of an xcore.ai tile:
// * The arena is in one memory, is split over the memories by kinds of tensors, or is in both
//   memories, so that each map can be in either memory.
// * Weights that operators load from flash are in the fastest memory.
// * Operator data (data that the runtime keeps for an operator between inferences) are in the
//   slower memory, which may free fast memory for maps.
void add_arenas_of_tile(const OptionUse& use, const MemoryNames& writable, const MemoryNames& now,
                        std::vector<Change>& changes) {
  MemoryNames single = writable;
  single.emplace_back("split");
  for (const std::string& memory : single) {
    if (now != MemoryNames{memory}) changes.push_back(one(maps_memory, "arena", {memory}));
  }
  if (now != writable) changes.push_back(one(maps_memory, "arena", writable));
  if (is_given(find_point_option("place"), use.point)) return;
  if (now.front() != writable.front()) {
    changes.push_back(one("memory of loaded weights", "place", {"landing=" + writable.front()}));
  }
  if (writable.size() < 2) return;
  const ChangedOption data{"place", {"operator_data=" + writable.back()}};
  if (now == writable) {
    changes.push_back({"memory of operator data", false, {data}});
  } else {
    changes.push_back({maps_memory, false, {{"arena", writable}, data}});
  }
}

void add_places(const OptionUse& use, std::vector<Change>& changes) {
  if (!applies("arena", use)) return;
  MemoryNames writable;
  for (const MemorySpec& memory : use.target.memories) {
    if (!memory.read_only) writable.push_back(memory.name);
  }
  MemoryNames now = use.point.arena;
  if (now.empty()) now = {use.target.mode.arena};
  if (applies("place", use)) {
    add_arenas_of_tile(use, writable, now, changes);
  } else if (writable.size() > 1 && now != writable) {
    changes.push_back(one(maps_memory, "arena", writable));
  }
  const std::string& constants =
      use.point.weights.empty() ? use.target.mode.constants : use.point.weights;
  for (const MemorySpec& memory : use.target.memories) {
    if (memory.name != constants) {
      changes.push_back(one(constants_memory, "weights", {memory.name}));
    }
  }
}

void add_threads(const OptionUse& use, std::vector<Change>& changes) {
  if (!applies("threads", use)) return;
  constexpr int most = 5;
  for (int threads = threads_of(use.point) + 1; threads <= most; ++threads) {
    changes.push_back(one("threads", "threads", {std::to_string(threads)}));
  }
}

// Adds the change that loads of weights start early: the weights of a convolution are copied while
// the preceding convolution runs. The compiler xformer makes such loads since 2025.
void add_early_loads(const OptionUse& use, std::vector<Change>& changes) {
  const std::string loads = "loads", xformer = "xformer";
  if (!applies(xformer, use) || is_given(find_point_option(loads), use.point)) return;
  const Change early{"early loads", false, {{xformer, {"2025"}}, {loads, {"early"}}}};
  const DesignPoint with = changed(use.point, early);
  const Target target = resolve_target(with);
  if (applies(loads, {with, target, use.network})) changes.push_back(early);
}

// Adds paging: a map that waits long for its next use is moved to slow memory, which frees fast
// memory during this time.
void add_paging(const OptionUse& use, std::vector<Change>& changes) {
  const std::string option = "page-after";
  if (!applies(option, use) || is_given(find_point_option(option), use.point)) return;
  for (const char* const operators : {"1", "4"}) {
    add_useful(use, one("paging", option, {operators}), changes);
  }
}

// Adds changes that store an address region of a command stream in another memory. Examples of
// regions are constants, arena and fast scratch.
void add_regions(const OptionUse& use, std::vector<Change>& changes) {
  if (!applies("region", use)) return;
  constexpr int regions = 4;
  for (int region = 0; region < regions; ++region) {
    for (std::size_t m = 0; m < use.target.memories.size(); ++m) {
      if (at(use.target.regions.memory, region) == m) continue;
      const std::string item = fmt::format("{}={}", region, use.target.memories[m].name);
      add_useful(use, one("memory of a region", "region", {item}), changes);
    }
  }
}

Change of_chip(const std::string& kind, const std::string& option, std::vector<std::string> items) {
  return {kind, true, {{option, std::move(items)}}};
}

bool fits_kind(const MemoryParameters& part, bool read_only) {
  if (read_only) {
    return std::holds_alternative<NorFlashParameters>(part) ||
           std::holds_alternative<LatencyBandwidthParameters>(part);
  }
  return std::holds_alternative<DramParameters>(part) ||
         std::holds_alternative<PsramParameters>(part);
}

// Adds two faster memory parts for `memory`: of all parts that are faster than the current part,
// the slowest and the fastest.
void add_parts_of(const MemorySpec& memory, const Target& target, std::vector<Change>& changes) {
  const auto rate = [&](const MemorySpec& spec) { return peak_bytes_per_second(target, spec); };
  std::vector<std::pair<std::int64_t, std::string>> faster;
  for (const std::string& name : part_names()) {
    const MemoryPart part = load_memory_part(name);
    MemorySpec built = memory;
    built.timing = part.timing;
    if (!fits_kind(part.timing, memory.read_only) || rate(built) <= rate(memory)) continue;
    faster.emplace_back(rate(built), name);
  }
  std::sort(faster.begin(), faster.end());
  if (faster.empty()) return;
  const auto add = [&](const std::string& part) {
    changes.push_back(of_chip("faster " + memory.name, "part", {memory.name + "=" + part}));
  };
  add(faster.front().second);
  if (faster.size() > 1) add(faster.back().second);
}

void add_parts(const Target& target, std::vector<Change>& changes) {
  for (const MemorySpec& memory : target.memories) {
    const bool on_chip = memory.name == target.memories.front().name ||
                         std::holds_alternative<SramParameters>(memory.timing);
    if (!on_chip) add_parts_of(memory, target, changes);
  }
}

void add_system_configs(const Target& target, const std::vector<std::string>& names,
                        std::vector<Change>& changes) {
  for (const std::string& name : names) {
    if (name == target.system_config) continue;
    changes.push_back(of_chip("system configuration", "system-config", {name}));
  }
}

constexpr Bytes largest_memory = Bytes{1} << 34;

Change larger(const MemorySpec& memory, Bytes size) {
  return of_chip("larger " + memory.name, "memory", {fmt::format("{}={}", memory.name, size)});
}

// Adds larger memories. Does nothing for a compiled network, because its plan is fixed and cannot
// use more memory.
void add_larger(const OptionUse& use, std::vector<Change>& changes) {
  if (compiled_family(use.network) != nullptr) return;
  for (const MemoryIndex index : planning_request(use.point, use.target).arena) {
    const MemorySpec& memory = at(use.target.memories, index);
    if (memory.capacity > largest_memory) continue;
    for (const Bytes times : {2, 4}) changes.push_back(larger(memory, times * memory.capacity));
  }
}

// Adds the next larger processor of the same product, such as ethos-u65-512 after ethos-u65-256.
void add_next_processor(const OptionUse& use, std::vector<Change>& changes) {
  if (compiled_family(use.network) != nullptr) return;
  const auto parts_of = [](const std::string& name) {
    const std::size_t dash = name.rfind('-');
    const auto size =
        dash == std::string::npos ? std::nullopt : parse_integer(name.substr(dash + 1));
    return std::pair(name.substr(0, dash), size);
  };
  const auto now = parts_of(use.point.target);
  if (!now.second) return;
  std::optional<std::pair<std::int64_t, std::string>> next;
  for (const std::string& name : target_names()) {
    const auto other = parts_of(name);
    if (other.first != now.first || !other.second || *other.second <= *now.second) continue;
    if (!next || *other.second < next->first) next = {*other.second, name};
  }
  if (next) changes.push_back(of_chip("larger processor", "target", {next->second}));
}

}  // namespace

DesignPoint changed(DesignPoint point, const Change& change) {
  for (const ChangedOption& part : change.options) {
    const PointOption& option = find_point_option(part.option);
    OptionItems items = part.items;
    if (is_named_list(part.option)) items = merged(option.items(point), part.items);
    clear_option(option, point);
    set_option(option, items, point);
  }
  return point;
}

std::vector<Change> program_changes(const Network& network, const DesignPoint& point,
                                    const Target& target, bool quick) {
  const OptionUse use{point, target, network};
  std::vector<Change> changes;
  add_planners(use, quick, changes);
  if (quick) add_short_search(use, changes);
  add_weight_policies(use, changes);
  add_modes(use, changes);
  add_places(use, changes);
  add_threads(use, changes);
  add_early_loads(use, changes);
  add_paging(use, changes);
  add_regions(use, changes);
  return changes;
}

std::vector<Change> place_pairs(const Network& network, const DesignPoint& point,
                                const Target& target) {
  std::vector<Change> places, pairs;
  add_places({point, target, network}, places);
  for (const Change& maps : places) {
    if (maps.kind != maps_memory) continue;
    for (const Change& constants : places) {
      if (constants.kind != constants_memory) continue;
      Change pair{"memories of maps and constants", false, maps.options};
      pair.options.push_back(constants.options.front());
      pairs.push_back(std::move(pair));
    }
  }
  return pairs;
}

std::optional<Change> with_missing_memory(const Change& change, const TriedPoint& tried,
                                          const Target& target) {
  const bool few = tried.excess > 0 && tried.excess <= most_missing;
  if (!few || tried.memory.empty()) return std::nullopt;
  const MemorySpec& memory = target.memories[memory_index(target, tried.memory)];
  constexpr Bytes kib = 1024;
  const Bytes size = (memory.capacity + tried.excess + kib - 1) / kib * kib;
  if (size > largest_memory) return std::nullopt;
  Change enlarged = larger(memory, size);
  enlarged.options.insert(enlarged.options.begin(), change.options.begin(), change.options.end());
  return enlarged;
}

std::vector<Change> larger_memory_changes(const TriedPoint& now, const Target& target) {
  constexpr double most = 16, least_factor = 1.125;
  constexpr Bytes kib = 1024;
  std::vector<Change> enlarged;
  if (now.excess <= 0 || now.excess > most_missing || now.memory.empty()) return enlarged;
  const MemorySpec& memory = target.memories[memory_index(target, now.memory)];
  const auto needed = static_cast<double>(memory.capacity + now.excess);
  const double ratio = needed / static_cast<double>(std::max<Bytes>(memory.capacity, kib));
  const double factor = std::max(least_factor, std::pow(ratio, 1 / most));
  double size = needed / ratio * factor;
  while (size < needed) {
    enlarged.push_back(larger(memory, (static_cast<Bytes>(size) + kib - 1) / kib * kib));
    enlarged.back().kind = "least " + memory.name;
    size *= factor;
  }
  return enlarged;
}

std::vector<Change> chip_changes(const Network& network, const DesignPoint& point,
                                 const Target& target, const TriedPoint& now, bool other_chips) {
  const OptionUse use{point, target, network};
  std::vector<Change> changes;
  if (!target.board_configs.empty() && !other_chips) {
    add_system_configs(target, target.board_configs, changes);
    return changes;
  }
  if (auto enlarged = with_missing_memory({}, now, target)) {
    changes.push_back(*std::move(enlarged));
  }
  add_larger(use, changes);
  add_parts(target, changes);
  std::vector<std::string> names;
  for (const SystemConfig& config : target.system_configs) names.push_back(config.name);
  add_system_configs(target, names, changes);
  add_next_processor(use, changes);
  return changes;
}

}  // namespace spillway
