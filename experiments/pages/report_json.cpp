// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/report_json.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/pages/explain_json.h"
#include "experiments/pages/report_parts.h"
#include "experiments/pages/result_json.h"
#include "report/pages/timeline_drawing.h"

namespace spillway {
namespace {

// Returns how many operators the page explains. For other operators, the page shows a command that
// explains the operator. An explanation takes one simulation per tensor outside the fastest memory,
// so the page of a long run has fewer explanations. Returns 0 if the run has several inferences:
// the page then shows the times of the last inference, with open DRAM rows and filled caches, but
// an explanation would simulate only a first inference.
std::size_t operators_explained(const DesignPoint& point, const Timing& timing) {
  constexpr std::int64_t most_operators = 5;
  constexpr std::int64_t most_bursts = 3'000'000;
  if (point.runs > 1) return 0;
  std::int64_t bursts = 1;
  for (const MemoryActivity& memory : timing.memories) bursts += memory.bursts;
  return static_cast<std::size_t>(std::min(most_operators, most_bursts / bursts));
}

ReportJson plan_json(const Plan& plan, const Network& network) {
  const TimeStep steps = steps_of(plan, network);
  return {{"planner", plan.planner},
          {"steps", steps},
          {"memories", memory_spaces_json(plan.memories)},
          {"residencies", blocks_json(plan, network)},
          {"live_bytes", live_bytes_json(plan, steps)}};
}

// Returns the lanes of the timeline; each engine has one or more lanes. A slice of a lane is
// [operator, start, end, busy], with times in nanoseconds.
ReportJson lanes_json(const Timing& timing) {
  ReportJson lanes = ReportJson::array();
  for (const TimelineLane& lane : engine_lanes(timing)) {
    ReportJson slices = ReportJson::array();
    for (const TraceSlice& slice : lane.slices) {
      slices.push_back(
          {slice.operator_index, slice.start / 1000, slice.end / 1000, slice.busy / 1000});
    }
    lanes.push_back({{"name", lane.name}, {"slices", slices}});
  }
  return lanes;
}

}  // namespace

std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result,
                        const std::string& command, const ReportAdvice& advice) {
  ReportJson json = ReportJson::parse(result_json(input, point, result));
  json["warnings"] = input.warnings;
  for (const std::string& warning : result.program.warnings) json["warnings"].push_back(warning);
  json["command"] = command;
  json["meanings"] = meanings_json(operator_figures(), memory_names(result.target));
  json["target"] = report_target_json(result.target);
  json["plan"] = plan_json(result.plan.plan, result.planned_network());
  json["fed_by"] = feeders_of_operators(result.planned_network(), result.timing);
  json["lanes"] = lanes_json(result.timing);
  json["explanations"] = slowest_explained(result, operators_explained(point, result.timing));
  json["explain_command"] = explain_command(input, point);
  json["advice"] = advice.list ? ReportJson::parse(advice_json(*advice.list)) : ReportJson();
  json["advise_command"] = advice.command;
  return report_text(json);
}

}  // namespace spillway
