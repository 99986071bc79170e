// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/size_answer.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/point/design_point.h"
#include "experiments/rows/sweep_trades.h"
#include "report/memory_map.h"
#include "report/pages/html_report.h"

namespace spillway {

/// The drawings of a run, which pages and `--svg` share: "time", "operators", "timeline", and for
/// each memory with blocks "memory-map" and "live-bytes", followed by the name of the memory.
std::vector<Drawing> run_drawings(const PointResult& result);

/// The drawing "pareto": latency over the peak in the fastest memory, one point per planner.
Drawing pareto_drawing(const PlannerComparison& comparison);

/// A drawing "pareto" for each group of a sweep's points.
std::vector<Drawing> sweep_drawings(const std::vector<TradeGroup>& groups);

/// The static contents of pages, for browsers without scripts.
StillPage still_run(const PointResult& result);
StillPage still_comparison(const PlannerComparison& comparison);
StillPage still_sizes(const SizeAnswers& answers);

/// A plan with its memory map and its live bytes.
struct MappedPlan {
  std::string title;
  MemoryMap map;
  std::vector<std::vector<Bytes>> live;  // by memory and step
};

MappedPlan mapped_plan(const std::string& title, const Plan& plan, MemoryMap map);

/// Drawings that compare two plans: for each memory "memory-map-first", "memory-map-second" and the
/// live bytes. All have the same scale, which is large enough for every plan of `all`.
std::vector<Drawing> drawings_of_pair(const MappedPlan& first, const MappedPlan& second,
                                      const std::vector<MappedPlan>& all);

}  // namespace spillway
