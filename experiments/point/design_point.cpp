// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/design_point.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/cpu_timer.h"
#include "experiments/point/fastest_plan.h"
#include "experiments/point/option_table.h"
#include "experiments/point/plan_names.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/plans/imported_plan.h"
#include "experiments/point/plans/program_plan.h"
#include "experiments/point/plans/vela_plan.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/repeat.h"
#include "hwmodels/ideal_program.h"
#include "hwmodels/recovered_plan.h"
#include "hwmodels/replay_compiled.h"
#include "hwmodels/schedule.h"
#include "hwmodels/stray_accesses.h"
#include "hwmodels/target/processor_family.h"
#include "planner/allocator.h"
#include "planner/checks/validate.h"
#include "planner/external/planner_program.h"
#include "planner/pins.h"
#include "planner/plan_io/planned_lowering.h"

namespace spillway {
namespace {

PlanChoices plan_choices(const DesignPoint& point, const Target& target) {
  PlanChoices choices;
  choices.planner = planner_of(point, target);
  choices.replan = !point.planner.empty() || !point.weights.empty();
  choices.options = point.planner_options;
  choices.arena = point.arena;
  choices.constants = point.weights;
  choices.pins = point.pins;
  choices.family_options = point.family_options;
  return choices;
}

MemoryIndex constants_of(const DesignPoint& point, const Target& target) {
  const std::string& constants = point.weights.empty() ? target.mode.constants : point.weights;
  return static_cast<MemoryIndex>(memory_index(target, constants));
}

// Returns the data with which planners choose how weights reach the processor; nothing if the
// processor family does not plan weights. Weights may be copied into the fastest memory that
// feature maps may use. `cache` simulates plans for the planner and keeps their times.
std::optional<WeightPlanning> weight_planning(const Network& plain, const Network& network,
                                              const DesignPoint& point, const Target& target,
                                              const FamilyOptions& options, PointCache& cache) {
  const auto needs_of = target.processor.family().weight_needs;
  if (needs_of == nullptr) return std::nullopt;
  const PlanningRequest request = planning_request(point, target);
  WeightPlanning weights;
  const std::string inputs = cache.names_of_schedule(plain, network, point);
  weights.needs = cache.weight_needs(
      fmt::format("{}\n{} {}", inputs, request.constants, request.arena.front()), [&] {
        // The result of needs_of() refers to its first argument, and outlives `network`. Therefore
        // the argument is the copy of the network in the cache.
        const Network& kept = cache.lowered(plain, point, constants_of(point, target));
        return needs_of(kept, target, options, request.constants, request.arena.front());
      });
  if (!point.weight_policy.empty()) weights.policy = point.weight_policy;
  weights.timing = [&network, &point, &target, &options, &cache](const Plan& plan) {
    return cache.simulated(point, target, schedule(network, plan, target, options));
  };
  weights.cycles = [&cache, inputs, timing = weights.timing](const Plan& plan) {
    return cache.plan_times().of(inputs, plan, [&] { return timing(plan); });
  };
  weights.time = [cycles = weights.cycles](const Plan& plan) { return cycles(plan).total; };
  const PlanRace race{point, target, inputs, [&network, &target, &options](const Plan& plan) {
                        return schedule(network, plan, target, options);
                      }};
  weights.takes_longer = [&cache, race](const Plan& plan, double most) {
    return takes_longer(plan, most, race, cache);
  };
  weights.fastest = [&cache, race](const std::vector<Plan>& plans) {
    return fastest_plan(plans, race, cache);
  };
  const auto cascades_of = target.processor.family().cascade_shapes;
  if (cascades_of != nullptr) weights.cascades = cascades_of(network, target);
  return weights;
}

bool chooses_by_time(const std::string& planner) {
  return !is_planner_program(planner) && find_planner(planner).planner->chooses_by_time();
}

NetworkPlan make_new_plan(const Network& plain, const Network& network, const DesignPoint& point,
                          const Target& target, const FamilyOptions& options, PointCache& cache) {
  const auto plan_for = target.processor.family().plan;
  PlanChoices choices = plan_choices(point, target);
  choices.weights = weight_planning(plain, network, point, target, options, cache);
  if (choices.weights) {
    choices.weights->kept_searches = &cache.kept_searches();
    const MemoryIndex fastest = planning_request(point, target).arena.front();
    const DesignPoint any = without_size(point, at(target.memories, fastest).name);
    choices.weights->search_name = name_of_plan(plain, network, any, cache);
  }
  choices.kept = &cache.kept_for_planner(name_of_plan(plain, network, without_sizes(point), cache));
  choices.time = [&, inputs = cache.names_of_schedule(plain, network, point)](const Plan& plan) {
    const auto simulate = [&] {
      return cache.simulated(point, target, schedule(network, plan, target, options));
    };
    return cache.plan_times().of(inputs, plan, simulate).total;
  };
  const auto plan_on = [&](const Target& chip) {
    // If the family plans weights, a planner program also gets the costs of memories and operators,
    // so plan_by_program() runs the program.
    if (!is_planner_program(choices.planner) || !choices.weights) {
      return plan_for(network, chip, choices);
    }
    PlanningRequest request = planning_request(chip, choices);
    request.pins = resolve_pins(choices.pins, network, request.memories);
    request.weights = choices.weights;
    return plan_by_program(choices.planner, network, chip, std::move(request));
  };
  NetworkPlan plan = plan_on(target);
  require_fit(network, choices.planner, plan, [&](MemoryIndex limit) {
    Target uncapped = target;
    at(uncapped.memories, limit).capacity = unlimited;
    // The plan for unlimited memory only shows how many bytes are missing, so this plan is made
    // without simulations.
    choices.time = {};
    if (choices.weights) {
      choices.weights->policy = "in-place";  // copies of weights would use all free memory
      choices.weights->time = {};
      choices.weights->timing = {};
      choices.weights->cycles = {};
      choices.weights->takes_longer = {};
      choices.weights->fastest = {};
    }
    return plan_on(uncapped);
  });
  return plan;
}

// Makes a plan. A planner that simulates its plans takes long, so the cache keeps the last plans of
// such planners.
NetworkPlan make_plan(const Network& plain, const Network& network, const DesignPoint& point,
                      const Target& target, const FamilyOptions& options, PointCache& cache) {
  const auto make = [&] { return make_new_plan(plain, network, point, target, options, cache); };
  if (!chooses_by_time(planner_of(point, target))) return make();
  const std::string name = name_of_plan(plain, network, point, cache);
  const NetworkPlan* const known = cache.kept_plans().find(name);
  return known != nullptr ? *known : cache.kept_plans().keep(name, make());
}

// Reads the plan file that the user gives. If the file gives no place to some tensors, a planner
// places these tensors.
NetworkPlan imported_plan(const Network& plain, const Network& network, const DesignPoint& point,
                          const Target& target, const FamilyOptions& options, PointCache& cache) {
  PlanningRequest request = planning_request(point, target);
  request.weights = weight_planning(plain, network, point, target, options, cache);
  const auto given = [&](const PlanningRequest& asked) {
    return plan_as_given(point.plan_text, point.plan_source, plain, network, asked);
  };
  ImportedPlan imported = given(request);
  require_fit(network, request.planner + " beside " + point.plan_source, imported.plan,
              [&](MemoryIndex limit) {
                PlanningRequest uncapped = request;
                at(uncapped.memories, limit).capacity = unlimited;
                return given(uncapped).plan;
              });
  if (imported.maps_filled == 0 && !point.planner.empty()) {
    throw UserError(ExitCode::usage, "--planner: the plan is given by " + point.plan_source +
                                         ", which leaves no feature map open");
  }
  if (imported.says_all_weights) {
    imported.plan.result.note = with_options_without_effect(
        imported.plan.result.note, point, {"weight-policy", "weight-encoding"},
        "how all weights reach the NPU and in how many bytes");
  }
  return std::move(imported.plan);
}

// Gives the operators of `network` the blocks in the user's plan file. Returns false and does
// nothing if the file has no blocks, or if the processor family does not support blocks.
bool follow_plan_blocks(const DesignPoint& point, const Target& target, Network& network) {
  const auto blocks = plan_blocks(point.plan_text, point.plan_source);
  const auto set_blocks = target.processor.family().set_blocks;
  if (!blocks || set_blocks == nullptr) return false;
  for (Operator& op : network.operators) op.block.reset();
  const std::string wrong = set_blocks(network, target, *blocks);
  if (!wrong.empty()) throw UserError(ExitCode::input_file, point.plan_source + ": " + wrong);
  return true;
}

// Stores the plan of the user's file in `result`. If the file is a compiled network, also stores
// the sizes of its encoded weights, unless the user gives weight ratios of single operators.
void follow_plan(const Network& plain, const DesignPoint& point, PointResult& result,
                 PointCache& cache) {
  if (!is_tflite_plan(point.plan_text)) {
    adopt_plan_formats(point.plan_text, point.plan_source, result.network);
    const bool says_blocks = follow_plan_blocks(point, result.target, result.network);
    result.plan =
        imported_plan(plain, result.network, point, result.target, result.family_options, cache);
    if (says_blocks) {
      result.plan.result.note = with_options_without_effect(
          result.plan.result.note, point, {"blocks"}, "the blocks of all operators");
    }
  } else {
    VelaPlan made =
        plan_as_compiled(point.plan_text, point.plan_source, result.network, result.target);
    result.plan = std::move(made.plan);
    PlanningRequest request = memories_of(result.target, plan_choices(point, result.target));
    request.weights =
        weight_planning(plain, result.network, point, result.target, result.family_options, cache);
    complete_plan(result.network, request, result.plan.plan);
    if (!point.weight_ratios) {
      set_weight_ratios(std::move(made.weight_ratios), result.family_options);
      result.plan.result.note =
          with_options_without_effect(result.plan.result.note, point, {"weight-encoding"},
                                      "in how many bytes weights are encoded");
    }
  }
}

// Returns `open`, a result without a plan, with the plan that the user gives as the start of the
// planner's search (--start). Returns nothing if the user's plan does not fit the memories.
std::optional<PointResult> start_of(const Network& plain, const DesignPoint& point,
                                    const PointResult& open, PointCache& cache) {
  DesignPoint given = point;
  given.planner.clear();
  given.plan_text = std::move(given.start_text);
  given.plan_source = std::move(given.start_source);
  // The user's plan is for the lowering that the user has chosen. Therefore lowering options that
  // the planner has chosen are cleared.
  for (const std::string& name : point.chosen_options) {
    clear_option(find_point_option(name), given);
  }
  PointResult start = open;
  start.from_start = true;
  start.network = cache.lowered(plain, given, constants_of(given, open.target));
  try {
    follow_plan(plain, given, start, cache);
  } catch (const CapacityError&) {
    return std::nullopt;
  }
  return start;
}

Cycles cycles_of(const DesignPoint& point, const PointResult& planned, PointCache& cache) {
  const Program program =
      schedule(planned.network, planned.plan.plan, planned.target, planned.family_options);
  return cache.simulated(point, planned.target, program).total;
}

// Makes a plan, and compares its time with the time of the plan that the user gives as a start
// (--start). Stores the faster plan in `result`. If the planner finds no plan that fits, stores the
// user's plan.
void plan_from_start(const Network& plain, const DesignPoint& point, PointResult& result,
                     PointCache& cache) {
  std::optional<PointResult> start = start_of(plain, point, result, cache);
  try {
    result.plan =
        make_plan(plain, result.network, point, result.target, result.family_options, cache);
  } catch (const CapacityError&) {
    if (!start) throw;
    result = *std::move(start);
    return;
  }
  if (start && cycles_of(point, *start, cache) < cycles_of(point, result, cache)) {
    result = *std::move(start);
  }
}

void plan_point(const Network& plain, const DesignPoint& point, PointResult& result,
                PointCache& cache) {
  if (!point.plan_text.empty()) {
    follow_plan(plain, point, result, cache);
  } else if (!point.start_text.empty()) {
    plan_from_start(plain, point, result, cache);
  } else {
    result.plan =
        make_plan(plain, result.network, point, result.target, result.family_options, cache);
  }
}

// Whether the plan of `result` comes from a compiled file. Such a file also gives weight ratios.
bool follows_compiled_file(const DesignPoint& point, const PointResult& result) {
  return is_tflite_plan(result.from_start ? point.start_text : point.plan_text);
}

// Recovers the compiler's plan of a compiled network from the addresses in the commands. If `shown`
// is false, no plan is needed, and only the memories of the plan are set.
void recover_plan_of_program(PointResult& result, bool shown) {
  result.plan.plan.planner = result.network.name;
  if (!shown) {
    result.plan.plan.memories = memory_spaces(result.target);
    return;
  }
  RecoveredPlan recovered = recover_plan(result.program, result.target);
  result.plan.plan = std::move(recovered.plan);
  result.plan.plan.planner = result.network.name;
  result.plan.problem = make_problem(recovered.network, result.plan.plan.memories);
  result.recovered = std::move(recovered.network);
}

// Checks the program, in builds with sanitizers only: throws std::logic_error if stray_accesses()
// finds an access to bytes that the plan does not reserve for this access.
void require_planned_accesses(const PointResult& result) {
  if (!finds_stray_accesses) return;
  std::string strays;
  for (const std::string& stray : stray_accesses(result.program, result.plan.plan, result.target)) {
    strays += "\n  " + stray;
  }
  if (!strays.empty()) throw std::logic_error("the plan is not the whole truth:" + strays);
}

// Adds a warning if the compiled file does not fit the memory mode or does not show its mode. If
// the user chooses memories of address regions, the mode has no effect, and no warning is added.
void warn_of_mode(const Network& network, const DesignPoint& point, const ProcessorFamily& family,
                  PointResult& result) {
  const auto warning_of = family.compiled_mode_warning;
  if (warning_of == nullptr || !point.target_options.regions.empty()) return;
  const bool chosen = !point.target_options.memory_mode.empty() && !point.mode_of_file;
  const std::string warning = warning_of(network, result.target, chosen);
  if (!warning.empty()) result.program.warnings.push_back(warning);
}

// Adds a warning if buffers with overlapping live ranges overlap in memory. Some allocators that
// copy the rules of other tools can produce such plans.
void warn_of_overlaps(const DesignPoint& point, const std::string& planner, PointResult& result) {
  const auto overlaps = [&](const Allocator& entry) {
    const bool used = entry.name == planner || entry.name == point.planner_options.allocator;
    return used && entry.may_overlap;
  };
  if (std::none_of(allocators().begin(), allocators().end(), overlaps)) return;
  const PlanningResult& placed = result.plan.result;
  const std::vector<Violation> violations =
      validate_placements(result.plan.problem, placed.placements, placed.outer_buffers);
  const auto count =
      std::count_if(violations.begin(), violations.end(),
                    [](const Violation& found) { return found.kind == ViolationKind::overlap; });
  if (count == 0) return;
  result.program.warnings.push_back(
      fmt::format("{} has {} of buffers that live at the same time: no processor can run this plan "
                  "('spillway check' lists them)",
                  planner, count == 1 ? "an overlap" : fmt::format("{} overlaps", count)));
}

// Whether the simulation records only times, and uses Spillway's own simulation kernel instead of
// SystemC.
bool is_plain(const SimulationOptions& options) {
  return !options.keep_slices && options.traffic == nullptr && !options.dram_commands &&
         options.counters == nullptr && !options.systemc;
}

}  // namespace

Target resolve_target(const DesignPoint& point) {
  const Target target = configure_target(load_target(point.target), point.target_options);
  return with_family_options(with_reserved(target, point), point);
}

std::string planner_of(const DesignPoint& point, const Target& target) {
  if (!point.planner.empty()) return without_alias(point.planner);
  const char* const planner = target.processor.family().default_planner;
  const Planner& usual = *find_planner(planner).planner;
  if (usual.single_memory() && point.arena.size() > 1) return "belady";
  const bool pins_places = std::any_of(point.pins.begin(), point.pins.end(),
                                       [](const PinRule& pin) { return !pin.outside(); });
  return pins_places && !usual.honours_pins(point.planner_options) ? "cadence-greedy" : planner;
}

PlanningRequest planning_request(const DesignPoint& point, const Target& target) {
  return planning_request(target, plan_choices(point, target));
}

const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache) {
  return cache.lowered(network, point, constants_of(point, cache.target(point)));
}

NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache) {
  if (compiled_family(network) != nullptr) {
    throw UserError(ExitCode::usage,
                    network.name + " is compiled and brings its plan: no planner has a say");
  }
  PointResult result;
  result.target = cache.target(point);
  require_options_apply({point, result.target, network, &cache});
  result.network = lowered_for(network, point, cache);
  result.family_options = options_with_ratios(point, result.network, result.target);
  plan_point(network, point, result, cache);
  return std::move(result.plan);
}

PointResult run_as_given(const Network& network, const DesignPoint& given, PointCache& cache) {
  const DesignPoint point = as_compiled(network, given);
  StepTimes& times = cache.times();
  PointResult result;
  result.target = cache.target(point);
  const Target& target = result.target;
  const ProcessorFamily* const compiled = compiled_family(network);
  require_options_apply({point, target, network, &cache});
  if (compiled != nullptr) {
    result.network = network;
    result.program = timed(times.schedule,
                           [&] { return replay_compiled(network, target, point.family_options); });
    warn_of_mode(network, point, *compiled, result);
    timed(times.plan, [&] { recover_plan_of_program(result, point.plan_is_shown); });
  } else {
    result.network = timed(
        times.lower, [&] { return cache.lowered(network, point, constants_of(point, target)); });
    result.family_options = options_with_ratios(point, result.network, target);
    timed(times.plan, [&] { plan_point(network, point, result, cache); });
    result.program = timed(times.schedule, [&] {
      return schedule(result.network, result.plan.plan, target, result.family_options);
    });
    if (!follows_compiled_file(point, result)) require_planned_accesses(result);
    const bool made_here = point.plan_text.empty() && !result.from_start;
    if (made_here) warn_of_overlaps(point, planner_of(point, target), result);
  }
  const auto simulated = [&](const Program& program) {
    if (is_plain(point.simulation) && point.ideal == Ideal::off) {
      return cache.simulated(point, target, program);
    }
    return simulate(ideal_target(target, point.ideal), ideal_program(program, point.ideal),
                    point.simulation);
  };
  if (point.runs == 1 && !point.simulation.keep_slices) {
    result.timing = timed(times.simulate, [&] { return simulated(result.program); });
    result.first_run = result.timing.total;
    return result;
  }
  const Timing all =
      timed(times.simulate, [&] { return simulated(repeated(result.program, point.runs)); });
  result.timing = timing_of_inference(all, point.runs - 1, point.runs);
  result.first_run = timing_of_inference(all, 0, point.runs).total;
  return result;
}

}  // namespace spillway
