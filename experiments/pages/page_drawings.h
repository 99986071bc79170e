// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/advice/size_answer.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/point/design_point.h"
#include "report/memory_map.h"
#include "report/pages/html_report.h"

namespace spillway {

/// Returns the drawings of a run for its HTML page and for `--svg`: "time", "operators" (if
/// feeders_of_operators() knows their inputs) and "timeline". For each memory in which the plan
/// places data, the drawings "memory-map" and "live-bytes" follow, whose names end with the name of
/// the memory.
std::vector<Drawing> run_drawings(const PointResult& result);

/// Returns the drawing "pareto" of a comparison. Each planner, plan or compiled file that could run
/// is a point: its peak in the fastest memory and its latency.
Drawing pareto_drawing(const PlannerComparison& comparison);

/// Returns the drawings of a sweep for its HTML page and for `--svg`: a drawing "pareto" for each
/// group of points (trade_groups()), a drawing "heat" for each heat map (heat_maps()), and
/// "scatter" if at least two quantities vary. `source` names the CSV of the sweep in error
/// messages. Throws UserError(input_file) if the text is not the CSV of a sweep.
std::vector<Drawing> sweep_drawings(const std::string& csv, const std::string& source);

/// Return the drawings and tables of an HTML page that are shown by browsers without JavaScript.
StaticPage static_run(const PointResult& result);
StaticPage static_comparison(const PlannerComparison& comparison);
StaticPage static_sizes(const SizeAnswers& answers);

/// A plan with its memory map and its live bytes.
struct MappedPlan {
  std::string title;
  MemoryMap map;
  std::vector<std::vector<Bytes>> live;  // live[memory][step], in bytes
};

MappedPlan mapped_plan(const std::string& title, const Plan& plan, MemoryMap map);

/// Returns drawings that compare two plans. For each memory in which a plan in `all` has data: a
/// map of the first plan, a map of the second plan, and the live bytes of both plans. The scale is
/// large enough for every plan in `all`, so that the drawings of different pairs can be compared.
std::vector<Drawing> drawings_of_pair(const MappedPlan& first, const MappedPlan& second,
                                      const std::vector<MappedPlan>& all);

}  // namespace spillway
