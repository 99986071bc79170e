// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/compare_planners.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "base/version.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/capacity_error.h"
#include "experiments/point/option_table.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/spilled_bytes.h"
#include "hwmodels/target/processor_family.h"
#include "planner/problem.h"
#include "report/cost_notes.h"

namespace spillway {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

PlannerScore score_of(const Network& network, const Contestant& contestant, PointCache& cache,
                      Network& lowered) {
  PlannerScore score;
  score.planner = contestant.label;
  score.compiled = contestant.compiled != nullptr;
  score.command = command_of(contestant.network, contestant.point);
  try {
    PointResult result =
        run_point(score.compiled ? *contestant.compiled : network, contestant.point, cache);
    score.timing = std::move(result.timing);
    if (score.compiled) return score;
    score.spilled = spilled_bytes(result.plan);
    score.plan = std::move(result.plan.plan);
    lowered = std::move(result.network);
  } catch (const CapacityError& error) {
    score.failure = error.excess() > 0 ? fmt::format("{}, {:.1f} KiB too much", error.status(),
                                                     static_cast<double>(error.excess()) / 1024)
                                       : error.status();
  } catch (const UserError& error) {
    score.failure = first_line(error.what());
  }
  return score;
}

Bytes boundary_bytes(const Network& network, const std::vector<TensorIndex>& tensors) {
  Bytes bytes = 0;
  for (const TensorIndex tensor : tensors) bytes += at(network.tensors, tensor).bytes;
  return bytes;
}

void require_same_network(const Network& network, const Contestant& contestant) {
  const Network& compiled = *contestant.compiled;
  if (compiled_family(compiled) == nullptr) {
    throw UserError(ExitCode::usage, contestant.network +
                                         " is not compiled: compare takes one network and files "
                                         "that were compiled from it");
  }
  if (boundary_bytes(network, network.inputs) == boundary_bytes(compiled, compiled.inputs) &&
      boundary_bytes(network, network.outputs) == boundary_bytes(compiled, compiled.outputs)) {
    return;
  }
  throw UserError(ExitCode::usage, contestant.network + " has other inputs or outputs than " +
                                       network.name + ": it was compiled from another network");
}

// Every tensor in the fastest memory, whose size is no limit.
DesignPoint with_all_fast(DesignPoint point, const Target& target) {
  const std::string& fastest = target.memories.front().name;
  point.target_options.capacities.emplace_back(fastest, unlimited);
  point.arena = {fastest};
  point.weights = fastest;
  point.planner = "cadence-greedy";
  point.plan_text.clear();
  point.weight_policy = "in-place";
  return point;
}

double share(Cycles part, Cycles total) {
  return total == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(total);
}

struct Split {
  Cycles compute = 0, memory = 0, transfers = 0;
};

Split split_of(const Timing& timing) {
  Split split;
  for (const OperatorTiming& op : timing.operators) {
    split.compute += op.compute;
    split.memory = std::accumulate(op.memory_stall.begin(), op.memory_stall.end(), split.memory);
    split.transfers += op.dma_wait;
  }
  return split;
}

double kibibytes(Bytes bytes) { return static_cast<double>(bytes) / 1024; }

std::string score_line(const PlannerScore& score, const std::optional<Cycles>& bound) {
  constexpr std::size_t label_width = 19;
  const std::string label = elide(score.planner, label_width);
  if (!score.failure.empty()) return fmt::format("{:<19} {}\n", label, score.failure);
  const Timing& timing = score.timing;
  const Split split = split_of(timing);
  const double above = bound ? share(timing.total - *bound, *bound) : 0;
  Bytes slow_traffic = 0;
  for (std::size_t m = 1; m < timing.memories.size(); ++m) {
    slow_traffic += timing.memories[m].read_bytes + timing.memories[m].write_bytes;
  }
  return fmt::format("{:<19}{:>8.3f}{:>8}{:>9.1f}{:>9}{:>9.1f}{:>6.1f}{:>6.1f}{:>6.1f}\n", label,
                     static_cast<double>(timing.clock.to_time(timing.total)) / 1e9,
                     bound ? fmt::format("{:+.1f}%", above) : "",
                     kibibytes(timing.memories[0].peak),
                     score.compiled ? "" : fmt::format("{:.1f}", kibibytes(score.spilled)),
                     kibibytes(slow_traffic), share(split.compute, timing.total),
                     share(split.memory, timing.total), share(split.transfers, timing.total));
}

}  // namespace

Cycles compute_bound(const Program& program) {
  Cycles compute = 0, output = 0, host = 0;
  for (const Block& block : program.blocks) {
    compute += block.compute;
    output += block.output;
  }
  for (const HostTask& task : program.host_tasks) host += task.cycles;
  return std::max(compute, output) + host;
}

PlannerComparison compare_contestants(const Network& network, const DesignPoint& point,
                                      const std::vector<Contestant>& contestants) {
  if (compiled_family(network) != nullptr) {
    throw UserError(ExitCode::usage,
                    network.name + " is compiled and brings its plan: no planner has a say");
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
  for (const Contestant& contestant : contestants) {
    comparison.scores.push_back(score_of(network, contestant, cache, comparison.lowered));
  }
  std::stable_sort(comparison.scores.begin(), comparison.scores.end(),
                   [](const PlannerScore& a, const PlannerScore& b) {
                     if (!a.failure.empty() || !b.failure.empty()) {
                       return a.failure.empty() && !b.failure.empty();
                     }
                     return a.timing.total < b.timing.total;
                   });
  if (target.processor.family().has_compute_bound) {
    comparison.bound =
        compute_bound(run_point(network, with_all_fast(point, target), cache).program);
  }
  return comparison;
}

PlannerComparison compare_planners(const Network& network, const DesignPoint& point,
                                   const std::vector<std::string>& planners) {
  std::vector<Contestant> contestants;
  for (const std::string& planner : planners) {
    contestants.push_back({planner, point, nullptr, network.name});
    set_option(find_point_option("planner"), {planner}, contestants.back().point);
  }
  return compare_contestants(network, point, contestants);
}

std::string planner_ranking(const PlannerComparison& comparison) {
  std::string text =
      fmt::format("{} on {} ({})\n", comparison.network, comparison.target, comparison.mode);
  const auto simulated =
      std::find_if(comparison.scores.begin(), comparison.scores.end(),
                   [](const PlannerScore& score) { return score.failure.empty(); });
  if (simulated != comparison.scores.end()) {
    text +=
        fmt::format("{:<19}{:>8}{:>8}{:>9}{:>9}{:>9}{:>6}{:>6}{:>6}\n", "", "latency", "above",
                    simulated->timing.memories[0].name, "spilled", "others", "time", "in %", "");
    text += fmt::format("{:<19}{:>8}{:>8}{:>9}{:>9}{:>9}{:>6}{:>6}{:>6}\n", "planner", "ms",
                        comparison.bound ? "bound" : "", "peak KiB", "KiB", "KiB r+w", "comp",
                        "mem", "dma");
  }
  for (const PlannerScore& score : comparison.scores) text += score_line(score, comparison.bound);
  if (comparison.bound && simulated != comparison.scores.end()) {
    text +=
        fmt::format("bound: {:.3f} ms, every tensor in fast memory and the engines never waiting\n",
                    static_cast<double>(simulated->timing.clock.to_time(*comparison.bound)) / 1e9);
  }
  if (simulated != comparison.scores.end()) {
    text += cost_notes(simulated->timing, comparison.platform);
  }
  return text;
}

std::string comparison_json(const PlannerComparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json scores = Json::array();
  for (const PlannerScore& score : comparison.scores) {
    Json json = {{"label", score.planner}, {"failure", score.failure}, {"command", score.command}};
    if (score.failure.empty()) {
      const Timing& timing = score.timing;
      const double above =
          comparison.bound ? share(timing.total - *comparison.bound, *comparison.bound) / 100 : 0;
      Json memories = Json::array();
      for (const MemoryActivity& memory : timing.memories) {
        memories.push_back({{"name", memory.name},
                            {"peak_bytes", memory.peak},
                            {"read_bytes", memory.read_bytes},
                            {"write_bytes", memory.write_bytes}});
      }
      constexpr double ps_per_us = 1e6;
      json["total_cycles"] = timing.total;
      json["latency_us"] = static_cast<double>(timing.clock.to_time(timing.total)) / ps_per_us;
      json["above_bound"] = comparison.bound ? Json(above) : Json();
      json["spilled_bytes"] = score.compiled ? Json() : Json(score.spilled);
      json["memories"] = memories;
    }
    scores.push_back(json);
  }
  const Json document = {{"schema_version", 1},
                         {"tool_version", version()},
                         {"network", comparison.network},
                         {"target", comparison.target},
                         {"memory_mode", comparison.mode},
                         {"bound_cycles", comparison.bound ? Json(*comparison.bound) : Json()},
                         {"scores", scores}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spillway
