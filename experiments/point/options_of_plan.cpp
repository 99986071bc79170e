// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/diagnostics.h"
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

SetOption read_allocator(const OptionItems& items) {
  find_allocator(items.at(0));
  return [name = items[0]](DesignPoint& point) { point.planner_options.allocator = name; };
}

// Returns the planner that the point names or, if the point names none, the default planner of the
// target.
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

SetOption read_in_place(const OptionItems& items) {
  const std::vector<std::string> words = {"on", "off"};
  if (items.at(0) != words[0] && items.at(0) != words[1]) {
    throw UserError(ExitCode::usage,
                    "--in-place: " + unknown_name_message("choice", items[0], words));
  }
  return [on = items[0] == words[0]](DesignPoint& point) { point.planner_options.in_place = on; };
}

OptionItems items_of_in_place(const DesignPoint& point) {
  return {point.planner_options.in_place ? "on" : "off"};
}

SetOption read_weight_policy(const OptionItems& items) {
  find_weight_policy(items.at(0));
  return [name = items[0]](DesignPoint& point) { point.weight_policy = name; };
}

std::string weight_policy_obstacle(const OptionUse& use) {
  const std::string reason = first_obstacle<obstacle_compiled, obstacle_weight_loads>(use);
  return !reason.empty() || use.point.weight_policy.empty() ? reason : obstacle_no_weights(use);
}

SetOption read_threshold(const OptionItems& items) {
  return [size = size_of_value("threshold", items.at(0))](DesignPoint& point) {
    point.planner_options.threshold = size;
  };
}

OptionItems items_of_threshold(const DesignPoint& point) {
  return {std::to_string(point.planner_options.threshold)};
}

SetOption read_arena_limit(const OptionItems& items) {
  return [size = size_of_value("arena-limit", items.at(0))](DesignPoint& point) {
    point.planner_options.arena_limit = size;
  };
}

OptionItems items_of_arena_limit(const DesignPoint& point) {
  return {std::to_string(point.planner_options.arena_limit)};
}

std::string arena_limit_obstacle(const OptionUse& use) {
  std::string reason = first_obstacle<obstacle_compiled, obstacle_given_plan>(use);
  if (!reason.empty()) return reason;
  return obstacle_no_arena_limit(planner_at(use), use.point.planner_options);
}

SetOption read_search_budget(const OptionItems& items) {
  constexpr auto any = std::numeric_limits<std::int64_t>::max();
  return [budget = integer_in("search-budget", items.at(0), 0, any)](DesignPoint& point) {
    point.planner_options.search_budget = budget == 0 ? no_search : budget;
  };
}

// The values of --inputs-in, in the order of the enum InputsIn.
const std::vector<std::string> inputs_in_words = {"planner", "fast", "slow"};

SetOption read_inputs_in(const OptionItems& items) {
  const auto word = std::find(inputs_in_words.begin(), inputs_in_words.end(), items.at(0));
  if (word == inputs_in_words.end()) {
    throw UserError(ExitCode::usage,
                    "--inputs-in: " + unknown_name_message("rule", items.at(0), inputs_in_words));
  }
  return [rule = static_cast<InputsIn>(word - inputs_in_words.begin())](DesignPoint& point) {
    point.planner_options.inputs_in = rule;
  };
}

OptionItems items_of_inputs_in(const DesignPoint& point) {
  const InputsIn rule = point.planner_options.inputs_in;
  return rule == InputsIn::planner ? OptionItems{}
                                   : OptionItems{at(inputs_in_words, static_cast<int>(rule))};
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

OptionItems items_of_search_budget(const DesignPoint& point) {
  const std::int64_t budget = point.planner_options.search_budget;
  if (budget == 0) return {};
  return {budget == no_search ? "0" : std::to_string(budget)};
}

SetOption read_pins(const OptionItems& items) {
  std::vector<PinRule> pins;
  for (const std::string& item : items) pins.push_back(parse_pin(item));
  return [pins](DesignPoint& point) { point.pins = pins; };
}

OptionItems items_of_pins(const DesignPoint& point) {
  OptionItems items;
  for (const PinRule& pin : point.pins) items.push_back(pin_text(pin));
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

// Reads an option whose value is the path of a plan's file. The point stores the path (`source`)
// and the contents of the file (`text`).
template <auto text, auto source>
SetOption read_plan_file(const char* option, const OptionItems& items) {
  return [file = read_option_file(option, items.at(0))](DesignPoint& point) {
    point.*source = file.input.path;
    point.*text = file.text;
    point.inputs.push_back(file.input);
  };
}

template <auto text, auto source>
void clear_plan_file(DesignPoint& point) {
  (point.*source).clear();
  (point.*text).clear();
}

}  // namespace

PointOption memory() {
  PointOption option{"memory", "NAME=SIZE", "capacity that plans may use of a memory", Stage::plan,
                     true};
  option.read = [](const OptionItems& items) -> SetOption {
    return [sizes = sizes_by_name("memory", items)](DesignPoint& point) {
      point.target_options.capacities = sizes;
    };
  };
  option.items = [](const DesignPoint& point) {
    return items_of_sizes(point.target_options.capacities);
  };
  option.clear = reset_member<&DesignPoint::target_options, &TargetOptions::capacities>;
  option.sweep_value_name = "NAME=FIRST:LAST:STEP";
  option.sweep_help = "capacities of a memory: ranges, sizes, shares of the peak (50%), 'auto'";
  option.own_list = true;
  return option;
}

PointOption reserve() {
  PointOption option{"reserve", "NAME=SIZE", "room that plans leave in a memory for stack and code",
                     Stage::plan, true};
  option.read = [](const OptionItems& items) -> SetOption {
    return
        [sizes = sizes_by_name("reserve", items)](DesignPoint& point) { point.reserved = sizes; };
  };
  option.items = [](const DesignPoint& point) { return items_of_sizes(point.reserved); };
  option.clear = reset_member<&DesignPoint::reserved>;
  return option;
}

PointOption planner() {
  auto option = word_option<&DesignPoint::planner>(
      "planner", "PLANNER",
      "a name of 'spillway list planners', or exec:PROGRAM of your own [the target's default]",
      Stage::plan);
  option.read = read_planner;
  option.obstacle = planner_obstacle;
  option.sweep_help = "names of 'spillway list planners', or 'all' [each target's default]";
  option.own_list = true;
  return option;
}

PointOption allocator() {
  auto option = word_option<&DesignPoint::planner_options, &PlannerOptions::allocator>(
      "allocator", "NAME", "offsets within a memory, instead of the planner's own", Stage::plan);
  option.read = read_allocator;
  option.obstacle = first_obstacle<obstacle_compiled, obstacle_given_plan>;
  option.own_list = true;
  return option;
}

PointOption threshold() {
  PointOption option{"threshold", "SIZE",
                     "size-threshold: largest tensor that is placed in fast memory [4K]",
                     Stage::plan};
  option.read = read_threshold;
  option.items = items_of_threshold;
  option.clear = reset_member<&DesignPoint::planner_options, &PlannerOptions::threshold>;
  option.obstacle = threshold_obstacle;
  return option;
}

PointOption arena_limit() {
  PointOption option{"arena-limit", "SIZE", "tinyengine-firstfit: largest size of the arena [10M]",
                     Stage::plan};
  option.read = read_arena_limit;
  option.items = items_of_arena_limit;
  option.clear = reset_member<&DesignPoint::planner_options, &PlannerOptions::arena_limit>;
  option.obstacle = arena_limit_obstacle;
  return option;
}

PointOption search_budget() {
  PointOption option{"search-budget", "N",
                     "largest number of nodes, iterations or simulations of a planner that "
                     "searches; 0 = none [the planner's]",
                     Stage::plan};
  option.read = read_search_budget;
  option.items = items_of_search_budget;
  option.clear = reset_member<&DesignPoint::planner_options, &PlannerOptions::search_budget>;
  option.obstacle = search_budget_obstacle;
  return option;
}

PointOption inputs_in() {
  PointOption option{"inputs-in", "planner|fast|slow",
                     "memory of network inputs and outputs, scratch and persistent data [planner]",
                     Stage::plan};
  option.read = read_inputs_in;
  option.items = items_of_inputs_in;
  option.clear = reset_member<&DesignPoint::planner_options, &PlannerOptions::inputs_in>;
  option.obstacle = inputs_in_obstacle;
  return option;
}

PointOption in_place() {
  PointOption option{"in-place", "on|off",
                     "results may overwrite operands that no later operator reads [on]",
                     Stage::plan};
  option.read = read_in_place;
  option.items = items_of_in_place;
  option.clear = reset_member<&DesignPoint::planner_options, &PlannerOptions::in_place>;
  option.obstacle = first_obstacle<obstacle_compiled, obstacle_given_plan>;
  return option;
}

PointOption weight_policy() {
  auto option = word_option<&DesignPoint::weight_policy>(
      "weight-policy", "NAME",
      "how weights reach the NPU: a name of 'spillway list weight-policies' [auto]", Stage::plan);
  option.read = read_weight_policy;
  option.obstacle = weight_policy_obstacle;
  return option;
}

PointOption arena() {
  auto option =
      list_option<&DesignPoint::arena>("arena", "MEMORY",
                                       "memories for feature maps, instead of those of the memory "
                                       "mode; xcore.ai: also split, with operator data "
                                       "in extram",
                                       Stage::plan);
  option.read = [](const OptionItems& items) -> SetOption {
    require_each_once("arena", items);
    return [arena = lower_case_items(items)](DesignPoint& point) { point.arena = arena; };
  };
  option.together = true;
  option.obstacle = obstacle_compiled;
  return option;
}

PointOption weights() {
  auto option = word_option<&DesignPoint::weights>(
      "weights", "MEMORY", "memory of the constants, instead of that of the memory mode",
      Stage::lower);
  option.read = [](const OptionItems& items) -> SetOption {
    return [memory = lower_case(items.at(0))](DesignPoint& point) { point.weights = memory; };
  };
  option.obstacle = obstacle_compiled;
  return option;
}

PointOption pin() {
  PointOption option{"pin", "TENSOR=PLACE",
                     "place of a tensor, of 'inputs' or of 'outputs': MEMORY, MEMORY@OFFSET, "
                     "outside, not:MEMORY or behind:OTHER",
                     Stage::plan, true};
  option.read = read_pins;
  option.items = items_of_pins;
  option.clear = reset_member<&DesignPoint::pins>;
  option.obstacle = pin_obstacle;
  return option;
}

PointOption plan() {
  auto option = word_option<&DesignPoint::plan_source>(
      "plan", "FILE",
      "replay this plan instead of a planner's: a CSV, Vela's or ExecuTorch's list, or the network "
      "as Vela compiled it",
      Stage::plan);
  option.read = [](const OptionItems& items) {
    return read_plan_file<&DesignPoint::plan_text, &DesignPoint::plan_source>("plan", items);
  };
  option.clear = clear_plan_file<&DesignPoint::plan_text, &DesignPoint::plan_source>;
  option.obstacle = obstacle_compiled;
  return option;
}

PointOption start() {
  auto option = word_option<&DesignPoint::start_source>(
      "start", "FILE",
      "search: file with a plan that the found plan must beat, in a form of --plan (the network as "
      "Vela compiled it)",
      Stage::plan);
  option.read = [](const OptionItems& items) {
    return read_plan_file<&DesignPoint::start_text, &DesignPoint::start_source>("start", items);
  };
  option.clear = clear_plan_file<&DesignPoint::start_text, &DesignPoint::start_source>;
  option.obstacle = start_obstacle;
  return option;
}

}  // namespace spillway::option_entries
