// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/capacity_error.h"
#include "experiments/result_json.h"
#include "planner/placement.h"
#include "traces/timing_csv.h"

namespace spillway {
namespace {

// What the status is followed by, whatever the target.
constexpr int common_figures = 8;

template <typename Part>
std::int64_t sum(const Timing& timing, const Part& part) {
  return std::accumulate(
      timing.operators.begin(), timing.operators.end(), std::int64_t{0},
      [&](std::int64_t total, const OperatorTiming& op) { return total + part(op); });
}

// Feature maps that do not live in the fastest memory open to them.
Bytes spilled_bytes(const NetworkPlan& plan) {
  MemoryIndex fastest = no_memory;
  Bytes spilled = 0;
  for (const Placement& place : plan.result.placements) {
    if (place.memory != no_memory && (fastest == no_memory || place.memory < fastest)) {
      fastest = place.memory;
    }
  }
  for (std::size_t i = 0; i < plan.result.placements.size(); ++i) {
    const MemoryIndex memory = plan.result.placements[i].memory;
    if (memory != no_memory && memory != fastest) spilled += plan.problem.buffers[i].size;
  }
  return spilled;
}

std::string capacities_text(const DesignPoint& point) {
  std::string text;
  for (const auto& [memory, size] : point.target_options.capacities) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", memory, size);
  }
  return text;
}

}  // namespace

SweepTable::SweepTable(const SweepSpec& spec) : spec_(spec) {
  for (const Network& network : spec.networks) hashes_.push_back(network_hash(network));
  for (const SweepPoint& point : expand(spec)) {
    for (const MemorySpec& memory : resolve_target(point.point).memories) {
      if (std::find(memories_.begin(), memories_.end(), memory.name) == memories_.end()) {
        memories_.push_back(memory.name);
      }
    }
  }
}

std::string SweepTable::header() const {
  std::string text =
      "network,network_hash,target,system_config,memory_mode,memories,planner,allocator,threads,"
      "weight_ratio,status,message,excess_bytes,latency_us,total_cycles,compute_cycles,"
      "dma_wait_cycles,overhead_cycles,spilled_bytes,lower_bound_bytes";
  for (const std::string& name : memories_) {
    text += fmt::format(
        ",{0}_capacity_bytes,{0}_peak_bytes,stall_{0}_cycles,{0}_read_bytes,"
        "{0}_write_bytes",
        name);
  }
  return text + "\n";
}

std::string SweepTable::identity(const SweepPoint& point) const {
  const Target target = resolve_target(point.point);
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_cell(spec_.networks[point.network].name),
                     hashes_[point.network], target.name, target.system_config, target.mode.name,
                     capacities_text(point.point), planner_of(point.point, target),
                     point.point.planner_options.allocator, point.point.schedule.threads,
                     point.point.schedule.weight_ratio);
}

std::string SweepTable::row(const SweepPoint& point) {
  const std::string start = identity(point);
  try {
    return start + "," + figures(run_point(spec_.networks[point.network], point.point)) + "\n";
  } catch (const CapacityError& error) {
    return start + "," + no_figures(error.status(), error.what(), error.excess()) + "\n";
  } catch (const UserError& error) {
    return start + "," + no_figures("failed", error.what(), 0) + "\n";
  }
}

std::string SweepTable::figures(const PointResult& result) const {
  const Timing& timing = result.timing;
  std::string text = fmt::format(
      "ok,,0,{},{},{},{},{},{},{}", format_microseconds(timing.clock.to_time(timing.total)),
      timing.total, sum(timing, [](const auto& op) { return op.compute; }),
      sum(timing, [](const auto& op) { return op.dma_wait; }),
      sum(timing, [](const auto& op) { return op.overhead; }), spilled_bytes(result.plan),
      lower_bound(result.plan.problem.buffers));
  for (const std::string& name : memories_) {
    const auto memory =
        std::find_if(timing.memories.begin(), timing.memories.end(),
                     [&](const MemoryActivity& activity) { return activity.name == name; });
    if (memory == timing.memories.end()) {
      text += ",,,,,";
      continue;
    }
    const auto m = static_cast<std::size_t>(memory - timing.memories.begin());
    text += fmt::format(",{},{},{},{},{}", memory->capacity, memory->peak,
                        sum(timing, [m](const auto& op) { return op.memory_stall[m]; }),
                        memory->read_bytes, memory->write_bytes);
  }
  return text;
}

std::string SweepTable::no_figures(const std::string& status, const std::string& message,
                                   Bytes excess) const {
  const std::size_t empty = common_figures - 1 + memories_.size() * 5;
  return fmt::format("{},{},{}{}", status, csv_cell(message), excess, std::string(empty, ','));
}

std::string run_sweep(const SweepSpec& spec, const SweepProgress& progress) {
  SweepTable table(spec);
  const std::vector<SweepPoint> points = expand(spec);
  std::string text = table.header();
  for (std::size_t i = 0; i < points.size(); ++i) {
    text += table.row(points[i]);
    progress(i + 1, points.size());
  }
  return text;
}

}  // namespace spillway
