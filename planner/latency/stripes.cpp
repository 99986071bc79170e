// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/stripes.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/index.h"
#include "planner/latency/network_model.h"

namespace spillway::latency {
namespace {

/// Of an operator outside cascades.
struct Striped {
  std::int32_t op = 0;
  std::int32_t rows = 0;    // of its output
  std::int32_t height = 0;  // of the stripes that suit it best; 0 = whole
  Cycles cycles = 0;        // then
};

std::vector<Striped> outside_cascades(const Plan& plan, const WeightPlanning& weights) {
  std::vector<Striped> operators;
  const auto count = static_cast<std::int32_t>(weights.needs.compute_cycles.size());
  for (std::int32_t op = 0; op < count; ++op) {
    const bool inside = std::any_of(
        plan.cascades.begin(), plan.cascades.end(),
        [op](const Cascade& cascade) { return cascade.first_op <= op && op <= cascade.last_op; });
    if (inside || !weights.cascades(op, op, 1)) continue;
    operators.push_back({op, output_rows(weights.cascades, op, op), 0, 0});
  }
  return operators;
}

void add_stripes(Plan& plan, std::int32_t op, std::int32_t height) {
  const auto behind = std::find_if(plan.cascades.begin(), plan.cascades.end(),
                                   [op](const Cascade& cascade) { return cascade.first_op > op; });
  plan.cascades.insert(behind, Cascade{op, op, {height}});
}

}  // namespace

Plan in_stripes(const Plan& plan, const WeightPlanning& weights) {
  if (!weights.cascades || !weights.timing) return plan;
  std::vector<Striped> operators = outside_cascades(plan, weights);
  const Timing whole = weights.timing(plan);
  for (Striped& striped : operators) {
    striped.cycles = at(whole.operators, striped.op).total();
  }
  for (const std::int32_t parts : {2, 3, 4, 6, 8}) {
    Plan tried = plan;
    const auto height = [parts](const Striped& of) { return (of.rows + parts - 1) / parts; };
    for (const Striped& striped : operators) add_stripes(tried, striped.op, height(striped));
    const Timing timing = weights.timing(tried);
    for (Striped& striped : operators) {
      const Cycles cycles = at(timing.operators, striped.op).total();
      if (cycles >= striped.cycles) continue;
      striped.cycles = cycles;
      striped.height = height(striped);
    }
  }
  Plan best = plan;
  for (const Striped& striped : operators) {
    if (striped.height > 0) add_stripes(best, striped.op, striped.height);
  }
  return best;
}

}  // namespace spillway::latency
