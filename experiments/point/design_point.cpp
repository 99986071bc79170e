// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/design_point.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "experiments/point/capacity_error.h"
#include "experiments/point/cpu_timer.h"
#include "experiments/point/imported_plan.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/repeat.h"
#include "experiments/point/vela_plan.h"
#include "hwmodels/xcore/arena/arena.h"

namespace spillway {
namespace {

MemoryIndex index_of(const Target& target, const std::string& memory) {
  return static_cast<MemoryIndex>(memory_index(target, memory));
}

// The memory mode's cache and arena, fastest first, unless the user names others.
std::vector<MemoryIndex> arena_memories(const DesignPoint& point, const Target& target) {
  std::vector<std::string> names = point.arena;
  if (names.empty()) names = {target.mode.cache, target.mode.arena};
  std::vector<MemoryIndex> memories;
  memories.reserve(names.size());
  for (const std::string& name : names) memories.push_back(index_of(target, name));
  std::sort(memories.begin(), memories.end());
  memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
  return memories;
}

bool is_xcore(const Target& target) {
  return std::holds_alternative<XcoreParameters>(target.processor);
}

// The runtime of xcore.ai has an arena of transient and persistent parts, each in one memory, and
// single tensors where the user places them.
xcore::ArenaOptions arena_options(const DesignPoint& point, const Target& target) {
  if (point.arena.size() > 1) {
    throw UserError(ExitCode::usage, "--arena: an xcore.ai tile takes one of sram, extram, split");
  }
  xcore::ArenaOptions options =
      xcore::arena_named(point.arena.empty() ? target.mode.arena : point.arena[0]);
  const std::string& constants = point.weights.empty() ? target.mode.constants : point.weights;
  const MemorySpec& memory = target.memories[memory_index(target, constants)];
  if (!memory.read_only) options.constants = constants;
  std::vector<std::string> names;
  for (const MemorySpec& spec : target.memories) names.push_back(spec.name);
  for (const std::string& text : point.placements) {
    options.rules.push_back(xcore::parse_placement(text, names));
  }
  options.planner = planner_of(point, target);
  options.planner_options = point.planner_options;
  return options;
}

NetworkPlan plan_xcore(const Network& network, const DesignPoint& point, const Target& target) {
  const xcore::ArenaOptions options = arena_options(point, target);
  NetworkPlan plan = xcore::plan_arena(network, target, options).network_plan;
  require_fit(network, options.planner, plan, [&](MemoryIndex limit) {
    Target roomy = target;
    at(roomy.memories, limit).capacity = unlimited;
    return xcore::plan_arena(network, roomy, options).network_plan;
  });
  return plan;
}

NetworkPlan make_plan(const Network& network, const DesignPoint& point, const Target& target) {
  if (is_xcore(target)) return plan_xcore(network, point, target);
  PlanningRequest request = planning_request(point, target);
  request.pins = resolve_pins(point.pins, network, request.memories);
  NetworkPlan plan = plan_network(network, request);
  require_fit(network, request.planner, plan, [&](MemoryIndex limit) {
    PlanningRequest roomy = request;
    at(roomy.memories, limit).capacity = unlimited;
    return plan_network(network, roomy);
  });
  return plan;
}

// The target's memories, and which of them holds the constants.
PlanningRequest memories_of(const DesignPoint& point, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, memory.capacity, 16});
  }
  request.constants =
      index_of(target, point.weights.empty() ? target.mode.constants : point.weights);
  return request;
}

// A plan that was made elsewhere: what a planner would say of it is not known.
NetworkPlan imported_plan(const Network& network, const DesignPoint& point, const Target& target) {
  const PlanningRequest request = memories_of(point, target);
  NetworkPlan plan = plan_as_given(point.plan_text, point.plan_source, network, request);
  require_fit(network, point.plan_source, plan, [&](MemoryIndex limit) {
    PlanningRequest roomy = request;
    at(roomy.memories, limit).capacity = unlimited;
    return plan_as_given(point.plan_text, point.plan_source, network, roomy);
  });
  return plan;
}

// Pins are for planners that this program runs.
void require_pins_apply(const DesignPoint& point, bool compiled, const Target& target) {
  if (point.pins.empty()) return;
  if (compiled || !point.plan_source.empty()) {
    throw UserError(ExitCode::usage, "--pin: the plan is given; it cannot be changed by pins");
  }
  if (is_xcore(target)) {
    throw UserError(ExitCode::usage, "--pin: on xcore.ai, --place TENSOR=MEMORY places tensors");
  }
}

// Options of the xcore.ai runtime and its compiler would change nothing elsewhere.
void require_xcore_options_apply(const DesignPoint& point, const Target& target) {
  if (is_xcore(target)) return;
  const std::pair<const char*, bool> given[] = {
      {"--channelwise", !point.lowering.channelwise.empty()},
      {"--reference", !point.lowering.reference.empty()},
      {"--op-split", !point.lowering.row_splits.empty()},
      {"--place", !point.placements.empty()},
  };
  for (const auto& [option, used] : given) {
    if (!used) continue;
    throw UserError(ExitCode::usage,
                    std::string(option) + " is for xcore.ai targets, not " + target.name);
  }
}

LoweringOptions lowering_of(const DesignPoint& point, const Target& target) {
  LoweringOptions lowering = point.lowering;
  require_xcore_options_apply(point, target);
  const std::string& constants = point.weights.empty() ? target.mode.constants : point.weights;
  const std::size_t memory = memory_index(target, constants);
  lowering.weights_in_flash = target.memories[memory].read_only;
  lowering.weights_in_external_ram = !lowering.weights_in_flash && memory > 0;
  return lowering;
}

ScheduleOptions schedule_options(const DesignPoint& point, const Network& lowered,
                                 const Target& target) {
  ScheduleOptions options = point.schedule;
  if (!point.weight_ratios) return options;
  if (is_xcore(target)) {
    throw UserError(ExitCode::usage, "--weight-ratio: " + target.name + " does not encode weights");
  }
  options.operator_weight_ratios = ratios_by_operator(*point.weight_ratios, lowered, target);
  return options;
}

// A compiled file as the plan brings its weights too, unless the user gives ratios.
void plan_point(const DesignPoint& point, PointResult& result) {
  if (point.plan_text.empty()) {
    result.plan = make_plan(result.network, point, result.target);
  } else if (!is_tflite_plan(point.plan_text)) {
    result.plan = imported_plan(result.network, point, result.target);
  } else {
    VelaPlan made =
        plan_as_compiled(point.plan_text, point.plan_source, result.network, result.target);
    result.plan = std::move(made.plan);
    result.schedule.buffer_weights = false;
    if (!point.weight_ratios)
      result.schedule.operator_weight_ratios = std::move(made.weight_ratios);
  }
}

// Nothing but the timing is asked for.
bool is_plain(const SimulationOptions& options) {
  return !options.keep_slices && options.traffic == nullptr;
}

}  // namespace

Target resolve_target(const DesignPoint& point) {
  const Target target = configure_target(load_target(point.target), point.target_options);
  return with_core_options(with_reserved(target, point), point);
}

std::string planner_of(const DesignPoint& point, const Target& target) {
  if (!point.planner.empty()) return point.planner;
  return is_xcore(target) ? "xformer" : "cadence-greedy";
}

PlanningRequest planning_request(const DesignPoint& point, const Target& target) {
  PlanningRequest request = memories_of(point, target);
  request.arena = arena_memories(point, target);
  request.planner = planner_of(point, target);
  request.options = point.planner_options;
  return request;
}

const Network& lowered_for(const Network& network, const DesignPoint& point, PointCache& cache) {
  return cache.lowered(network, point, lowering_of(point, cache.target(point)));
}

NetworkPlan plan_point(const Network& network, const DesignPoint& point, PointCache& cache) {
  if (ethosu::is_compiled_for_ethosu(network)) {
    throw UserError(ExitCode::usage,
                    network.name + " is compiled and brings its plan: no planner has a say");
  }
  return make_plan(lowered_for(network, point, cache), point, cache.target(point));
}

PointResult run_point(const Network& network, const DesignPoint& point) {
  PointCache cache;
  return run_point(network, point, cache);
}

PointResult run_point(const Network& network, const DesignPoint& point, PointCache& cache) {
  StepTimes& times = cache.times();
  PointResult result;
  result.target = cache.target(point);
  const Target& target = result.target;
  const bool compiled = ethosu::is_compiled_for_ethosu(network);
  require_pins_apply(point, compiled, target);
  if (compiled) {
    result.network = network;
    result.program =
        timed(times.schedule, [&] { return ethosu::replay(network, target, point.replay); });
  } else {
    result.network = timed(
        times.lower, [&] { return cache.lowered(network, point, lowering_of(point, target)); });
    result.schedule = schedule_options(point, result.network, target);
    timed(times.plan, [&] { plan_point(point, result); });
    result.program = timed(times.schedule, [&] {
      return schedule(result.network, result.plan.plan, target, result.schedule);
    });
  }
  const Timing all = timed(times.simulate, [&] {
    const Program program = repeated(result.program, point.runs);
    return is_plain(point.simulation) ? cache.simulated(point, target, program)
                                      : simulate(target, program, point.simulation);
  });
  result.timing = one_of(all, point.runs - 1, point.runs);
  result.first_run = one_of(all, 0, point.runs).total;
  return result;
}

}  // namespace spillway
