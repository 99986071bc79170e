// SPDX-License-Identifier: Apache-2.0
#include "cli/planned.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "cli/plan_input.h"
#include "cli/point_options.h"
#include "experiments/point/option_obstacles.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/runtime_view.h"
#include "hwmodels/recovered_plan.h"
#include "hwmodels/replay_compiled.h"
#include "hwmodels/target/processor_family.h"
#include "planner/check_problem.h"
#include "planner/peaks/footprint.h"
#include "traces/executorch/runtime.h"

namespace spillway::cli {
namespace {

const PlannerEntry& read_planner(const Arguments& arguments) {
  return find_planner(arguments.text("planner", "cadence-greedy"));
}

void require_use(const Arguments& arguments, const std::string& option,
                 const std::string& obstacle) {
  if (!arguments.has(option) || obstacle.empty()) return;
  throw usage_error("--" + option + obstacle);
}

PlannerOptions read_planner_options(const Arguments& arguments) {
  PlannerOptions options;
  options.allocator = arguments.text("allocator");
  if (const auto threshold = arguments.size("threshold")) {
    const PlannerEntry& planner = read_planner(arguments);
    if (!planner.planner->reads_threshold()) {
      throw usage_error("--threshold: " + planner.name +
                        " has no size threshold; --planner size-threshold has one");
    }
    options.threshold = *threshold;
  }
  DesignPoint point;
  for (const char* name : {"search-budget", "inputs-in", "in-place", "arena-limit"}) {
    if (!arguments.has(name)) continue;
    set_option(find_point_option(name), {arguments.text(name)}, point);
  }
  options.search_budget = point.planner_options.search_budget;
  options.inputs_in = point.planner_options.inputs_in;
  options.in_place = point.planner_options.in_place;
  options.arena_limit = point.planner_options.arena_limit;
  require_use(arguments, "search-budget", obstacle_no_search(read_planner(arguments), options));
  require_use(arguments, "arena-limit", obstacle_no_arena_limit(read_planner(arguments), options));
  return options;
}

Network network_of(const PlanningProblem& problem) {
  Network network;
  for (const Buffer& buffer : problem.buffers) {
    Tensor tensor;
    tensor.name = buffer.name;
    tensor.kind = buffer.kind;
    tensor.bytes = buffer.size;
    network.tensors.push_back(std::move(tensor));
  }
  return network;
}

// Whether the option changes plans and is added by the loop in add_planning_options(). The options
// --planner and --memory also change plans, but are added separately. The options --plan and
// --start are not added.
bool decides_plan(const PointOption& option) {
  const std::string name = option.name;
  const bool before_schedule = option.stage == Stage::target || option.stage == Stage::lower ||
                               option.stage == Stage::plan || name == "weight-encoding";
  return before_schedule && name != "planner" && name != "memory" && name != "plan" &&
         name != "start";
}

// Names of options that change plans and may be given without --target.
const std::vector<std::string> options_without_target = {
    "target",    "allocator", "threshold", "arena-limit", "search-budget",
    "inputs-in", "in-place",  "pin",       "reserve"};

void require_target(const Arguments& arguments) {
  for (const PointOption& option : point_options()) {
    const bool needs_none = std::find(options_without_target.begin(), options_without_target.end(),
                                      option.name) != options_without_target.end();
    if (needs_none || !decides_plan(option) || !arguments.has(option.name)) continue;
    throw usage_error("--{} needs --target", option.name);
  }
}

}  // namespace

void add_planning_options(boost::program_options::options_description& options) {
  options.add_options()("planner", text_value("PLANNER"),
                        "a name of 'spillway list planners' [the target's default; without a "
                        "target, cadence-greedy]")("memory", list_value("NAME=SIZE"),
                                                   "memories and their capacities, fastest first")(
      "alignment", list_value("N|NAME=N"),
      "alignment of all buffers (N), or of one buffer or memory (NAME=N) [for networks, the "
      "planner's alignment, mostly 16]");
  for (const PointOption& option : point_options()) {
    if (decides_plan(option)) add_point_option(options, option);
  }
}

std::vector<PinRule> read_pins(const Arguments& arguments) {
  std::vector<PinRule> rules;
  std::vector<std::string> tensors;
  for (const std::string& text : arguments.list("pin")) {
    rules.push_back(parse_pin(text));
    tensors.push_back(rules.back().tensor);
  }
  require_each_once("pin", tensors);
  return rules;
}

namespace {

// Lets a feature map that overwrites an earlier feature map in place share the bytes of the earlier
// map in `problem`, so that the shared bytes count once. Marks the buffer of the later map as
// placed inside the buffer of the earlier map. If the two maps have the same size, the buffer of
// the earlier map stays live until the later map ends.
void share_bytes(const Plan& plan, PlanningProblem& problem) {
  std::map<TensorIndex, std::size_t> buffer_of;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) buffer_of[problem.buffers[i].tensor] = i;
  for (const Residency& residency : plan.residencies) {
    if (residency.inside < 0) continue;
    std::size_t host = static_cast<std::size_t>(residency.inside);
    while (plan.residencies[host].inside >= 0) {
      host = static_cast<std::size_t>(plan.residencies[host].inside);
    }
    const auto inner = buffer_of.find(residency.tensor);
    const auto outer = buffer_of.find(plan.residencies[host].tensor);
    if (inner == buffer_of.end() || outer == buffer_of.end()) continue;
    Buffer& buffer = problem.buffers[inner->second];
    Buffer& whole = problem.buffers[outer->second];
    buffer.placed_inside = PlacedInside{static_cast<BufferIndex>(outer->second), 0};
    if (buffer.size == whole.size) whole.upper = std::max(whole.upper, buffer.upper);
  }
}

// Returns the plan of a compiled network, recovered from the memory accesses of its commands.
Planned plan_of_compiled(const DesignPoint& point, const Network& network) {
  const Target target = resolve_target(point);
  require_options_apply({point, target, network});
  RecoveredPlan recovered =
      recover_plan(replay_compiled(network, target, point.family_options), target);
  Planned planned;
  planned.from_network = true;
  planned.for_target = true;
  planned.plan = std::move(recovered.plan);
  planned.plan.planner = network.name;
  planned.problem = make_problem(recovered.network, planned.plan.memories);
  share_bytes(planned.plan, planned.problem);
  planned.network = std::move(recovered.network);
  return planned;
}

Planned plan_of_plain(const DesignPoint& point, const Network& network) {
  PointCache cache;
  Planned planned;
  static_cast<NetworkPlan&>(planned) = plan_point(network, point, cache);
  planned.from_network = true;
  planned.for_target = true;
  planned.network = lowered_for(network, point, cache);
  return planned;
}

Planned plan_for_target(const Arguments& arguments, const Network& network) {
  if (arguments.has("alignment")) {
    throw usage_error("--alignment: with a target, the target decides the alignment");
  }
  const DesignPoint point = complete_point(read_open_point(arguments), {&network});
  const bool replayed = compiled_family(network) != nullptr;
  Planned planned = replayed ? plan_of_compiled(point, network) : plan_of_plain(point, network);
  planned.runtime_view = runtime_view_of(resolve_target(point));
  planned.compiler = compiler_of(network);
  planned.method_bytes = method_bytes_of(network);
  planned.note_of_point = note_of_file(point);
  return planned;
}

}  // namespace

namespace {

std::vector<std::string> names_of(const Network& network) {
  std::vector<std::string> names;
  for (const Tensor& tensor : network.tensors) names.push_back(tensor.name);
  return names;
}

// Sets the alignments of the option --alignment, which override the alignments in the buffers file.
void align(Alignments alignments, PlanningProblem& problem) {
  std::vector<std::string> names;
  for (Buffer& buffer : problem.buffers) {
    if (alignments.of_all) buffer.alignment = *alignments.of_all;
    names.push_back(buffer.name);
  }
  align_memories(alignments, problem.memories);
  for (const auto& [buffer, alignment] : alignments_of(alignments, names, problem.memories)) {
    problem.buffers[buffer].alignment = alignment;
  }
}

}  // namespace

Planned plan_of_network(const Arguments& arguments, Network network,
                        const std::map<std::string, Bytes>& extra_bytes) {
  if (arguments.has("target") || !compiled_target(network).empty()) {
    return plan_for_target(arguments, network);
  }
  require_target(arguments);
  PlanningRequest request;
  request.planner = read_planner(arguments).name;
  request.options = read_planner_options(arguments);
  request.memories = read_memories(arguments);
  if (request.memories.empty()) request.memories.push_back({"memory", unlimited, 1});
  for (MemorySpace& memory : request.memories) {
    const auto more = extra_bytes.find(memory.name);
    if (more != extra_bytes.end()) {
      memory.capacity = std::max<Bytes>(0, memory.capacity + more->second);
    }
  }
  Alignments alignments = read_alignments(arguments);
  request.alignment = alignments.of_all;
  align_memories(alignments, request.memories);
  request.arena.resize(request.memories.size());
  std::iota(request.arena.begin(), request.arena.end(), 0);
  Planned planned;
  planned.from_network = true;
  planned.network = std::move(network);
  request.pins = resolve_pins(read_pins(arguments), planned.network, request.memories);
  for (const auto& [tensor, alignment] :
       alignments_of(alignments, names_of(planned.network), request.memories)) {
    TensorPin pin;
    pin.tensor = static_cast<TensorIndex>(tensor);
    pin.alignment = alignment;
    request.pins.push_back(pin);
  }
  static_cast<NetworkPlan&>(planned) = plan_network(planned.network, request);
  return planned;
}

Planned plan_of_buffers(const Arguments& arguments) {
  const PlannerEntry& planner = read_planner(arguments);
  const PlannerOptions options = read_planner_options(arguments);
  require_target(arguments);
  if (arguments.has("pin")) {
    throw usage_error(
        "--pin needs a NETWORK; in a buffers file, the columns 'memory' and 'offset' fix a buffer");
  }
  if (arguments.has("inputs-in")) {
    throw usage_error(
        "--inputs-in needs a NETWORK; in a buffers file, the column 'memory' says where a buffer "
        "is");
  }
  PlacedProblem placed = read_buffers(arguments, read_memories(arguments));
  align(read_alignments(arguments), placed.problem);
  obey_given_places(placed);
  check_problem(placed.problem, placed.rows);
  check_capacity(placed.problem, placed.rows);
  require_pins_honoured(placed.problem, planner, options, place_cells(placed));
  Planned planned;
  planned.problem = std::move(placed.problem);
  planned.network = network_of(planned.problem);
  planned.result = planner.planner->plan(planned.problem, options);
  planned.plan.planner = planner.name;
  planned.plan.memories = planned.problem.memories;
  planned.plan.residencies = residencies_of(planned.problem, planned.result);
  return planned;
}

std::string failure_text(const Planned& planned) {
  const PlanningResult& result = planned.result;
  const auto memory = [&] {
    return result.memory == no_memory ? std::string("the memories")
                                      : at(planned.problem.memories, result.memory).name;
  };
  switch (result.status) {
    case PlanStatus::ok:
      break;
    case PlanStatus::does_not_fit:
      return fmt::format("the plan does not fit into {}: {} bytes over", memory(),
                         with_thousands(result.excess));
    case PlanStatus::infeasible:
      return fmt::format("proven: no plan fits into {}", memory());
    case PlanStatus::budget_exhausted:
      return "the search ended before it found a plan; a larger --search-budget lets it search "
             "longer";
  }
  return {};
}

}  // namespace spillway::cli
