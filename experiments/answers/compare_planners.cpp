// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/compare_planners.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/advice/point_command.h"
#include "experiments/answers/latency_bound.h"
#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/plans/spilled_bytes.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/processor_family.h"
#include "planner/problem.h"

namespace spillway {
namespace {

// The options of design points that the contestants use. A contestant is a planner, a plan or a
// compiled file. If only some contestants use an option, the option is cleared for the other
// contestants. An option that no contestant uses is an error.
struct OptionUses {
  std::set<const PointOption*> used;
  // Why the planner, plan or file does not use the option.
  std::map<const PointOption*, std::string> unused;
};

// Returns `point` without the options that have no effect on the run of `network` on `target`. Adds
// to `uses` every option that the user has given except the planner, as used or as unused.
DesignPoint without_unused(DesignPoint point, const Target& target, const Network& network,
                           PointCache& cache, OptionUses& uses) {
  for (const PointOption& option : point_options()) {
    if (std::string_view(option.name) == "planner" || !is_given(option, point)) continue;
    const std::string obstacle = obstacle_of(option, {point, target, network, &cache});
    if (obstacle.empty()) {
      uses.used.insert(&option);
      continue;
    }
    uses.unused.emplace(&option, obstacle);
    clear_option(option, point);
  }
  return point;
}

// Returns the contestants (planners, plans and compiled files) without the options that have no
// effect on a contestant. Throws UserError(usage) for an option that no contestant uses.
std::vector<Contestant> without_unused_options(const Network& network, const Target& target,
                                               std::vector<Contestant> contestants,
                                               PointCache& cache) {
  OptionUses uses;
  for (Contestant& contestant : contestants) {
    const Network& own = contestant.compiled != nullptr ? *contestant.compiled : network;
    contestant.point = without_unused(contestant.point, target, own, cache, uses);
  }
  for (const auto& [option, obstacle] : uses.unused) {
    if (uses.used.count(option) == 0) throw usage_error(obstacle);
  }
  return contestants;
}

bool has_plan(const Contestant& one) { return !one.point.plan_text.empty(); }

// Chooses the options that chosen_npu_options() lists (such as blocks and map formats on NPUs).
// Each planner that can choose gets the values with which its plan is fastest. Every other
// contestant (plan or compiled file) keeps its values. Returns the options that the first of these
// planners chose, as text; empty if no planner chose any.
std::string choose_npu_options(const Network& network, PointCache& cache,
                               std::vector<Contestant>& contestants) {
  std::string options;
  for (Contestant& one : contestants) {
    if (one.compiled != nullptr || !chooses_lowering(network, one.point, cache)) continue;
    const DesignPoint given = one.point;
    one.point = with_chosen_lowering(network, given, cache);
    if (options.empty()) options = changed_options(one.point, given);
  }
  return options;
}

// Gives all contestants (planners, plans and compiled files) except the compiled files the same
// options of the lowering, so that all planners place the same tensors. The first planner that can
// choose a lowering chooses these options. There are two exceptions:
// * On NPUs, each planner chooses its own values of chosen_npu_options(), such as blocks.
// * If a contestant has a plan from a file, no planner chooses, because this plan refers to the
//   tensors of the given lowering. On xcore.ai, all loads of weights then start late (`--loads
//   waited`).
//
// Returns the chosen options as text; empty if no options were chosen.
std::string share_lowering(const Network& network, PointCache& cache,
                           std::vector<Contestant>& contestants) {
  const auto chooses = [&](const Contestant& one) {
    return one.compiled == nullptr && chooses_lowering(network, one.point, cache);
  };
  const auto chooser = std::find_if(contestants.begin(), contestants.end(), chooses);
  if (chooser == contestants.end()) return "";
  const bool any_plan = std::any_of(contestants.begin(), contestants.end(), has_plan);
  const OptionUse use{chooser->point, cache.target(chooser->point), network};
  const auto& npu_options = chosen_npu_options();
  const bool is_npu = std::any_of(npu_options.begin(), npu_options.end(), [&](const auto* option) {
    return obstacle_of(*option, use).empty();
  });
  if (!any_plan && is_npu) {
    return choose_npu_options(network, cache, contestants);
  }
  const DesignPoint given = chooser->point;
  DesignPoint chosen = given;
  if (any_plan) {
    const PointOption& loads = find_point_option("loads");
    if (obstacle_of(loads, {given, cache.target(given), network}).empty()) {
      set_option(loads, {"waited"}, chosen);
    }
  } else {
    chosen = with_chosen_lowering(network, given, cache);
  }
  for (Contestant& contestant : contestants) {
    if (contestant.compiled != nullptr) continue;
    for (const PointOption* option : chosen_lowering_options()) {
      if (is_given(*option, chosen)) set_option(*option, option->items(chosen), contestant.point);
    }
  }
  return changed_options(chosen, given);
}

// Returns the first line of an error message. If the first line ends with a colon, a list follows,
// and the first item of the list is appended to the line.
std::string reason_of(const std::string& message) {
  const std::vector<std::string> lines = split(message, '\n');
  const bool list = lines.size() > 1 && !lines[0].empty() && lines[0].back() == ':';
  return list ? lines[0] + " " + std::string(trim(lines[1])) : lines[0];
}

bool is_of_user(const std::string& planner) {
  return !planner.empty() && find_planner(planner).source.empty();
}

PlannerScore score_of(const Network& network, const Contestant& contestant, PointCache& cache,
                      Network& lowered) {
  PlannerScore score;
  score.planner = contestant.label;
  score.compiled = contestant.compiled != nullptr;
  if (score.compiled) score.compiler = compiler_of(*contestant.compiled);
  score.command = contestant.command.empty() ? command_of(contestant.network, contestant.point)
                                             : contestant.command;
  try {
    const Network& run = contestant.compiled != nullptr ? *contestant.compiled : network;
    PointResult result = run_as_given(run, contestant.point, cache);
    score.timing = std::move(result.timing);
    score.warnings = std::move(result.program.warnings);
    if (score.compiled) return score;
    score.spilled = spilled_bytes(result.plan);
    score.plan = std::move(result.plan.plan);
    lowered = std::move(result.network);
  } catch (const CapacityError& error) {
    score.failure = error.excess() > 0 ? fmt::format("{}, {:.1f} KiB too much", error.status(),
                                                     static_cast<double>(error.excess()) / 1024)
                                       : error.status();
    score.code = error.code();
    score.excess = error.excess();
  } catch (const UserError& error) {
    score.failure = reason_of(error.what());
    score.code = error.code();
  } catch (const std::exception& error) {
    // An exception of a planner that the user has written means that this planner has no plan. An
    // exception of a built-in planner is a defect of Spillway.
    if (!is_of_user(contestant.point.planner)) throw;
    score.failure = reason_of(error.what());
    score.code = ExitCode::run_failed;
  }
  return score;
}

// Throws UserError(usage) if all contestants (planners, plans and compiled files) fail with the
// same usage error. Without this check, every row of the table would show the same message.
void reject_common_mistake(const std::vector<PlannerScore>& scores) {
  if (scores.empty()) return;
  const PlannerScore& first = scores.front();
  const bool common = std::all_of(scores.begin(), scores.end(), [&](const PlannerScore& score) {
    return score.code == ExitCode::usage && score.failure == first.failure;
  });
  if (common) throw usage_error(first.failure);
}

Bytes boundary_bytes(const Network& network, const std::vector<TensorIndex>& tensors) {
  Bytes bytes = 0;
  for (const TensorIndex tensor : tensors) bytes += at(network.tensors, tensor).bytes;
  return bytes;
}

void require_same_network(const Network& network, const Contestant& contestant) {
  const Network& compiled = *contestant.compiled;
  if (compiled_family(compiled) == nullptr) {
    throw usage_error(
        contestant.network +
        " is not compiled: compare takes one network and files that were compiled from it");
  }
  if (boundary_bytes(network, network.inputs) == boundary_bytes(compiled, compiled.inputs) &&
      boundary_bytes(network, network.outputs) == boundary_bytes(compiled, compiled.outputs)) {
    return;
  }
  throw usage_error(contestant.network + " has other inputs or outputs than " + network.name +
                    ": it was compiled from another network");
}

// Returns `point` with every tensor in the fastest memory of `target`, whose capacity becomes
// unlimited.
DesignPoint with_all_fast(DesignPoint point, const Target& target) {
  const std::string& fastest = target.memories.front().name;
  point.target_options.capacities.emplace_back(fastest, unlimited);
  point.arena = {fastest};
  point.weights = fastest;
  point.plan_text.clear();
  point.weight_policy = "in-place";
  return point;
}

// Returns the highest rate at which a memory can move data in one direction, in bytes per cycle of
// the processor. The memory or its port limits the rate, whichever is slower. Arm's timing adapter,
// a model of a memory, limits the words in each period (`bwcap`), but can let one more burst pass.
// So this burst is added.
double peak_rate(const Target& target, MemoryIndex index) {
  const MemorySpec& memory = at(target.memories, index);
  const PortSpec& port = at(target.ports, memory.port);
  const auto clock = static_cast<double>(target.clock_khz);
  const double of_port = static_cast<double>(port.beat_bytes) * port.count *
                         static_cast<double>(port.clock_khz) / clock;
  double of_memory =
      static_cast<double>(make_memory_timing(memory)->peak_bytes_per_second()) / (clock * 1000);
  const auto* adapter = std::get_if<TimingAdapterParameters>(&memory.timing);
  if (adapter != nullptr && adapter->bwcap > 0) {
    const double burst = static_cast<double>(port.burst_bytes) / adapter->word_bytes;
    of_memory *= (adapter->bwcap + burst) / adapter->bwcap;
  }
  return of_memory > 0 ? std::min(of_port, of_memory) : of_port;
}

/// Returns `point` with the smallest encoding of weights, if the target encodes them. The bound
/// counts this encoding whatever the user chose, because a plan from a file can have it, too.
DesignPoint with_smallest_weights(const Network& network, const DesignPoint& point,
                                  const Target& target) {
  DesignPoint smallest = point;
  const PointOption& encoding = find_point_option("weight-encoding");
  set_option(encoding, {"smallest"}, smallest);
  return obstacle_of(encoding, {smallest, target, network}).empty() ? smallest : point;
}

Cycles bound_of(const Network& network, const DesignPoint& given, const Target& target,
                PointCache& cache) {
  const ProcessorFamily& family = target.processor.family();
  const DesignPoint point = with_smallest_weights(network, given, target);
  OptionUses ignored;
  const DesignPoint fast_point =
      without_unused(with_all_fast(point, target), target, network, cache, ignored);
  const PointResult ideal = run_point(network, fast_point, cache);
  const PlanningRequest request = planning_request(point, target);
  const MemoryIndex fast = request.arena.front();
  WeightNeeds needs;
  BoundInputs inputs{ideal.program, needs, {}, 0, 0, {}};
  // With Ideal::all, memories take no time, so the bound needs neither weights nor cascades.
  if (point.ideal == Ideal::all) return latency_bound(inputs);
  const Target timed = ideal_target(target, point.ideal);
  if (family.cascade_shapes != nullptr) {
    inputs.cascades = family.cascade_shapes(ideal.network, target);
  }
  if (family.weight_needs != nullptr && request.constants != fast) {
    needs =
        family.weight_needs(ideal.network, target, ideal.family_options, request.constants, fast);
    inputs.fast_bytes = at(target.memories, fast).capacity;
    inputs.bytes_per_cycle = peak_rate(timed, request.constants);
  }
  if (family.least_work != nullptr) {
    MemoriesOfPlans memories;
    memories.fast = fast;
    if (request.arena.size() > 1) memories.slow = request.arena[1];
    memories.constants = request.constants;
    memories.fast_bytes = at(request.memories, fast).capacity;
    inputs.least = family.least_work(ideal.network, timed, ideal.family_options, memories);
  }
  return latency_bound(inputs);
}

/// Returns `point`, the user's design point, with the values that the contestant chose itself for
/// options of chosen_npu_options(). Options that the user has given keep their values.
DesignPoint with_choices_of(const Contestant& one, const DesignPoint& point) {
  DesignPoint chosen = point;
  for (const PointOption* option : chosen_npu_options()) {
    if (!is_given(*option, one.point) || is_given(*option, point)) continue;
    set_option(*option, option->items(one.point), chosen);
  }
  return chosen;
}

/// Whether the contestant `one` (a planner, plan or compiled file) chose options of the lowering
/// that the user's `point` does not give.
bool chose_lowering(const Contestant& one, const DesignPoint& point) {
  return !changed_options(with_choices_of(one, point), point).empty();
}

/// Returns a lower bound of the cycles of all plans of the contestants. Contestants may have
/// different lowerings, and each lowering has its own bound; the lowest of these bounds is
/// returned.
Cycles bound_of_all(const Network& network, const DesignPoint& point,
                    const std::vector<Contestant>& contestants, PointCache& cache) {
  const Target target = cache.target(point);
  Cycles bound = bound_of(network, point, target, cache);
  std::set<std::string> known = {stage_key(Stage::lower, point)};
  for (const Contestant& one : contestants) {
    const DesignPoint chosen = with_choices_of(one, point);
    if (!known.insert(stage_key(Stage::lower, chosen)).second) continue;
    bound = std::min(bound, bound_of(network, chosen, target, cache));
  }
  return bound;
}

/// Compares each compiled file with the fastest plan, and adds the results to
/// `comparison.differences`. `comparison.scores` must be in the order of `contestants`.
void explain_differences(const Network& network, const std::vector<Contestant>& contestants,
                         PointCache& cache, PlannerComparison& comparison) {
  const Contestant* fastest = nullptr;
  Cycles least = 0;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const PlannerScore& score = comparison.scores[i];
    if (score.compiled || !score.failure.empty()) continue;
    if (fastest != nullptr && score.timing.total >= least) continue;
    fastest = &contestants[i];
    least = score.timing.total;
  }
  if (fastest == nullptr) return;
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const PlannerScore& score = comparison.scores[i];
    // The command of a contestant is only set if the user still has to write the compiled file by
    // running this command.
    const bool written = contestants[i].command.empty();
    if (!score.compiled || !score.failure.empty() || !written) continue;
    comparison.differences.push_back(explain_difference(network, *fastest, contestants[i], cache));
  }
}

}  // namespace

bool PlannerComparison::any_ran() const {
  return std::any_of(scores.begin(), scores.end(),
                     [](const PlannerScore& score) { return score.failure.empty(); });
}

PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants) {
  if (compiled_family(network) != nullptr) {
    throw usage_error(network.name + " is compiled and brings its plan: no planner has a say");
  }
  for (const Contestant& contestant : contestants) {
    if (contestant.compiled != nullptr) require_same_network(network, contestant);
  }
  PointCache cache;
  const Target target = cache.target(point);
  PlannerComparison comparison;
  comparison.network = network.name;
  comparison.target = target.name;
  comparison.mode = target.mode.name;
  comparison.platform = target;
  std::vector<Contestant> usable = without_unused_options(network, target, contestants, cache);
  comparison.lowering = share_lowering(network, cache, usable);
  std::vector<std::string> choosers;
  for (const Contestant& one : usable) {
    if (chose_lowering(one, point)) choosers.push_back(one.label);
  }
  comparison.choosers = fmt::format("{}", fmt::join(choosers, ", "));
  for (const Contestant& contestant : usable) {
    comparison.scores.push_back(score_of(network, contestant, cache, comparison.lowered));
  }
  reject_common_mistake(comparison.scores);
  explain_differences(network, usable, cache, comparison);
  std::stable_sort(comparison.scores.begin(), comparison.scores.end(),
                   [](const PlannerScore& a, const PlannerScore& b) {
                     if (!a.failure.empty() || !b.failure.empty()) {
                       return a.failure.empty() && !b.failure.empty();
                     }
                     return a.timing.total < b.timing.total;
                   });
  // Computing the bound takes as long as a run, so the bound is left out if no contestant could
  // run.
  if (comparison.any_ran() && target.processor.family().has_compute_bound) {
    comparison.bound = bound_of_all(network, point, usable, cache);
  }
  return comparison;
}

PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners) {
  std::vector<Contestant> contestants;
  std::vector<std::string> names;
  names.reserve(planners.size());
  for (const std::string& planner : planners) names.push_back(without_alias(planner));
  require_each_once("planner", names);
  for (const std::string& planner : planners) {
    contestants.push_back({without_alias(planner), point, nullptr, network.name});
    set_option(find_point_option("planner"), {planner}, contestants.back().point);
  }
  return compare_contestants(network, point, contestants);
}

}  // namespace spillway
