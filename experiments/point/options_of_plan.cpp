// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/run_program.h"
#include "base/text.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_values.h"
#include "planner/allocator.h"
#include "planner/external/planner_program.h"
#include "planner/planner.h"

namespace spillway::option_entries {
namespace {

template <auto Member>
using InPlannerOptions = InPoint<&DesignPoint::planner_options, Member>;

SetOption read_planner(const OptionItems& items) {
  const std::string name = find_planner(items.at(0)).name;
  std::vector<InputFile> inputs;
  if (is_planner_program(name)) {
    const std::string program = program_of_planner(name);
    InputFile input = read_option_file("planner", program_file(program)).input;
    input.path = program;  // the path as the user wrote it
    inputs.push_back(input);
  }
  return [name, inputs](DesignPoint& point) {
    point.planner = name;
    point.inputs.insert(point.inputs.end(), inputs.begin(), inputs.end());
  };
}

// Returns the reason why --planner has no effect or is impossible; empty if there is no such
// reason. An example of a reason: on xcore.ai, the planner split-arena needs an arena that is split
// over two memories.
std::string planner_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  const bool splits = use.point.planner == "split-arena";
  const auto& arena = use.point.arena;
  const bool one_memory = obstacle_no_threads(use).empty() &&
                          std::find(arena.begin(), arena.end(), "split") == arena.end();
  if (!reason.empty() || !splits || !one_memory) return reason;
  return ": on " + use.target.name + ", split-arena needs --arena split";
}

// Returns the entry of the planner whose name planner_of() returns.
const PlannerEntry& planner_at(const OptionUse& use) {
  return find_planner(planner_of(use.point, use.target));
}

std::string threshold_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!reason.empty() || planner_at(use).planner->reads_threshold()) return reason;
  return ": " + planner_at(use).name + " has no size threshold; --planner size-threshold has one";
}

std::string search_budget_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!reason.empty()) return reason;
  return obstacle_no_search(planner_at(use), use.point.planner_options);
}

std::string weight_policy_obstacle(const OptionUse& use) {
  const std::string reason = first_obstacle<obstacle_compiled, obstacle_weight_loads>(use);
  return !reason.empty() || use.point.weight_policy.empty() ? reason : obstacle_no_weights(use);
}

std::string arena_limit_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!reason.empty()) return reason;
  return obstacle_no_arena_limit(planner_at(use), use.point.planner_options);
}

// Returns the reason why --inputs-in has no effect; empty if the option has an effect. On xcore.ai,
// --place chooses the memories of inputs instead. On other targets, --inputs-in needs at least two
// memories for feature maps.
std::string inputs_in_obstacle(const OptionUse& use) {
  std::string given = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!given.empty()) return given;
  if (obstacle_no_threads(use).empty()) {
    return ": on " + use.target.name + ", --place TENSOR=MEMORY places tensors";
  }
  const PlanningRequest request = planning_request(use.point, use.target);
  if (request.arena.size() > 1) return "";
  return ": on " + use.target.name + " (" + use.target.mode.name +
         ") all feature maps are in one memory, " +
         at(request.memories, request.arena.front()).name;
}

std::vector<PinRule> read_pins(const OptionItems& items) {
  std::vector<PinRule> pins;
  for (const std::string& item : items) pins.push_back(parse_pin(item));
  return pins;
}

OptionItems items_of_pins(const std::vector<PinRule>& pins) {
  OptionItems items;
  for (const PinRule& pin : pins) items.push_back(pin_text(pin));
  return items;
}

// Returns the reason why --pin has no effect; empty if --pin has an effect. A given plan cannot be
// changed by pins. On xcore.ai, --place chooses the memories of tensors instead.
std::string pin_obstacle(const OptionUse& use) {
  const bool given = !use.point.plan_source.empty() || !obstacle_compiled(use).empty();
  if (given) return ": the plan is given; it cannot be changed by pins";
  if (obstacle_no_threads(use).empty()) {
    return ": on " + use.target.name + ", --place TENSOR=MEMORY places tensors";
  }
  return "";
}

// Returns the reason why --start has no effect; empty if --start has an effect. --start needs a
// planner that simulates its plans, because only such a planner can compare the given plan with its
// own plans.
std::string start_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!reason.empty() || planner_at(use).planner->chooses_by_time()) return reason;
  return ": " + planner_at(use).name + " does not choose by time; --planner search does";
}

// Returns an entry of the option table for an option whose value is the path of a plan's file. The
// point stores the path (`source`) and the contents of the file (`text`).
template <auto text, auto source>
PointOption plan_file_option(PointOption option, Obstacle obstacle) {
  option = word_option<InPoint<source>>(std::move(option), obstacle);
  option.read = [name = option.name](const OptionItems& items) -> SetOption {
    return [file = read_option_file(name, items.at(0))](DesignPoint& point) {
      point.*source = file.input.path;
      point.*text = file.text;
      point.inputs.push_back(file.input);
    };
  };
  option.clear = [](DesignPoint& point) {
    (point.*source).clear();
    (point.*text).clear();
  };
  return option;
}

}  // namespace

PointOption memory() {
  auto option = sizes_option<InPoint<&DesignPoint::target_options, &TargetOptions::capacities>>(
      {"memory", "NAME=SIZE", "capacity that plans may use of a memory", Stage::plan});
  option.sweep_value_name = "NAME=FIRST:LAST:STEP";
  option.sweep_help = "capacities of a memory: ranges, sizes, shares of the peak (50%), 'auto'";
  option.own_list = true;
  return option;
}

PointOption reserve() {
  return sizes_option<InPoint<&DesignPoint::reserved>>(
      {"reserve", "NAME=SIZE", "room that plans leave in a memory for stack and code",
       Stage::plan});
}

PointOption planner() {
  auto option = word_option<InPoint<&DesignPoint::planner>>(
      {"planner", "PLANNER",
       "a name of 'spillway list planners', or exec:PROGRAM of your own [the target's default]",
       Stage::plan},
      planner_obstacle);
  option.read = read_planner;
  option.sweep_help = "names of 'spillway list planners', or 'all' [each target's default]";
  option.own_list = true;
  return option;
}

PointOption allocator() {
  const auto parse = [](const OptionItems& items) {
    find_allocator(items.at(0));
    return items[0];
  };
  auto option = parsed_option<InPlannerOptions<&PlannerOptions::allocator>>(
      {"allocator", "NAME", "offsets within a memory, instead of the planner's own", Stage::plan},
      parse, ItemsOf(), first_obstacle<obstacle_compiled, obstacle_given_plan>);
  option.own_list = true;
  return option;
}

PointOption threshold() {
  return size_option<InPlannerOptions<&PlannerOptions::threshold>>(
      {"threshold", "SIZE", "size-threshold: largest tensor that is placed in fast memory [4K]",
       Stage::plan},
      threshold_obstacle);
}

PointOption arena_limit() {
  return size_option<InPlannerOptions<&PlannerOptions::arena_limit>>(
      {"arena-limit", "SIZE", "tinyengine-firstfit: largest size of the arena [10M]", Stage::plan},
      arena_limit_obstacle);
}

PointOption search_budget() {
  const auto parse = [](const OptionItems& items) {
    constexpr auto any = std::numeric_limits<std::int64_t>::max();
    const std::int64_t budget = integer_in("search-budget", items.at(0), 0, any);
    return budget == 0 ? no_search : budget;
  };
  const auto items_of = [](std::int64_t budget) -> OptionItems {
    if (budget == 0) return {};
    return {budget == no_search ? "0" : std::to_string(budget)};
  };
  return parsed_option<InPlannerOptions<&PlannerOptions::search_budget>>(
      {"search-budget", "N",
       "largest number of nodes, iterations or simulations of a planner that searches; 0 = none "
       "[the planner's]",
       Stage::plan},
      parse, items_of, search_budget_obstacle);
}

PointOption inputs_in() {
  auto option = choice_option<InPlannerOptions<&PlannerOptions::inputs_in>>(
      {"inputs-in", "planner|fast|slow",
       "memory of network inputs and outputs, scratch and persistent data [planner]", Stage::plan},
      "rule", {{"planner", InputsIn::planner}, {"fast", InputsIn::fast}, {"slow", InputsIn::slow}},
      inputs_in_obstacle);
  option.items = [items_of = option.items](const DesignPoint& point) {
    const bool chosen = point.planner_options.inputs_in != InputsIn::planner;
    return chosen ? items_of(point) : OptionItems{};
  };
  return option;
}

PointOption in_place() {
  return choice_option<InPlannerOptions<&PlannerOptions::in_place>>(
      {"in-place", "on|off", "results may overwrite operands that no later operator reads [on]",
       Stage::plan},
      "choice", {{"on", true}, {"off", false}},
      first_obstacle<obstacle_compiled, obstacle_given_plan>);
}

PointOption weight_policy() {
  const auto parse = [](const OptionItems& items) {
    find_weight_policy(items.at(0));
    return items[0];
  };
  return parsed_option<InPoint<&DesignPoint::weight_policy>>(
      {"weight-policy", "NAME",
       "how weights reach the NPU: a name of 'spillway list weight-policies' [auto]", Stage::plan},
      parse, ItemsOf(), weight_policy_obstacle);
}

PointOption arena() {
  const auto parse = [](const OptionItems& items) {
    require_each_once("arena", items);
    return lower_case_items(items);
  };
  auto option = parsed_option<InPoint<&DesignPoint::arena>>(
      {"arena", "MEMORY",
       "memories for feature maps, instead of those of the memory mode; xcore.ai: also split, with "
       "operator data in extram",
       Stage::plan, true},
      parse, ItemsOf(), obstacle_compiled);
  option.together = true;
  return option;
}

PointOption weights() {
  const auto parse = [](const OptionItems& items) { return lower_case(items.at(0)); };
  return parsed_option<InPoint<&DesignPoint::weights>>(
      {"weights", "MEMORY", "memory of the constants, instead of that of the memory mode",
       Stage::lower},
      parse, ItemsOf(), obstacle_compiled);
}

PointOption pin() {
  return parsed_option<InPoint<&DesignPoint::pins>>(
      {"pin", "TENSOR=PLACE",
       "place of a tensor, of 'inputs' or of 'outputs': MEMORY, MEMORY@OFFSET, outside, not:MEMORY "
       "or behind:OTHER",
       Stage::plan, true},
      read_pins, items_of_pins, pin_obstacle);
}

PointOption plan() {
  return plan_file_option<&DesignPoint::plan_text, &DesignPoint::plan_source>(
      {"plan", "FILE",
       "replay this plan instead of a planner's: a CSV, Vela's or ExecuTorch's list, or the "
       "network as Vela compiled it",
       Stage::plan},
      obstacle_compiled);
}

PointOption start() {
  return plan_file_option<&DesignPoint::start_text, &DesignPoint::start_source>(
      {"start", "FILE",
       "search: file with a plan that the found plan must beat, in a form of --plan (the network "
       "as Vela compiled it)",
       Stage::plan},
      start_obstacle);
}

}  // namespace spillway::option_entries
