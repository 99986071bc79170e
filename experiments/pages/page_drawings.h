// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/size_answer.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/point/design_point.h"
#include "experiments/rows/sweep_trades.h"
#include "report/html_report.h"
#include "report/memory_map.h"

namespace spillway {

/// The drawings of a run: "time", "operators", "timeline", and per memory that has blocks
/// "memory-map" and "live-bytes". Their names end with the memory's. The pages and `--svg` show the
/// same ones.
std::vector<Drawing> run_drawings(const PointResult& result);

/// Latency against the peak in the fastest memory, a point per planner: "pareto".
Drawing pareto_drawing(const PlannerComparison& comparison);

/// One drawing per group of a sweep's points, "pareto".
std::vector<Drawing> sweep_drawings(const std::vector<TradeGroup>& groups);

/// What pages show where no script runs.
StillPage still_run(const PointResult& result);
StillPage still_comparison(const PlannerComparison& comparison);
StillPage still_sizes(const SizeAnswers& answers);

/// A plan with its map and its live bytes.
struct MappedPlan {
  std::string title;
  MemoryMap map;
  std::vector<std::vector<Bytes>> live;  // by memory and step
};

MappedPlan mapped_plan(const std::string& title, const Plan& plan, MemoryMap map);

/// Two plans: per memory "memory-map-first", "memory-map-second" and the live bytes, all with one
/// scale that has room for every plan of `all`.
std::vector<Drawing> drawings_of_pair(const MappedPlan& first, const MappedPlan& second,
                                      const std::vector<MappedPlan>& all);

}  // namespace spillway
