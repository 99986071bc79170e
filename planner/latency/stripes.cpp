// SPDX-License-Identifier: Apache-2.0
#include "planner/latency/stripes.h"

#include <algorithm>
#include <vector>

#include "base/index.h"
#include "planner/latency/network_model.h"

namespace spillway::latency {
namespace {

/// Of an operator outside cascades.
struct Striped {
  std::int32_t op = 0;
  std::int32_t rows = 0;  // of its output
  Cycles cycles = 0;      // the fewest so far
};

bool takes_turns(const Plan& plan, std::int32_t op) {
  const WeightFlow* flow = flow_of(plan, op);
  return flow != nullptr && !flow->in_place() && flow->buffers.size() < flow->slices.size();
}

bool may_be_striped(const Plan& plan, std::int32_t op) {
  const bool inside = std::any_of(
      plan.cascades.begin(), plan.cascades.end(),
      [op](const Cascade& cascade) { return cascade.first_op <= op && op <= cascade.last_op; });
  return !inside && !takes_turns(plan, op);
}

void add_stripes(Plan& plan, std::int32_t op, std::int32_t height) {
  const auto behind = std::find_if(plan.cascades.begin(), plan.cascades.end(),
                                   [op](const Cascade& cascade) { return cascade.first_op > op; });
  plan.cascades.insert(behind, Cascade{op, op, {height}});
}

}  // namespace

StripeHeights suiting_stripes(const Plan& plan, const WeightPlanning& weights) {
  if (!weights.cascades || !weights.timing) return {};
  const Timing whole = weights.timing(plan);
  std::vector<Striped> operators;
  const auto count = static_cast<std::int32_t>(weights.needs.compute_cycles.size());
  for (std::int32_t op = 0; op < count; ++op) {
    if (!may_be_striped(plan, op) || !weights.cascades(op, op, 1)) continue;
    operators.push_back(
        {op, output_rows(weights.cascades, op, op), at(whole.operators, op).total()});
  }
  StripeHeights heights;
  for (const std::int32_t parts : {2, 3, 4, 6, 8}) {
    Plan tried = plan;
    const auto height = [parts](const Striped& of) { return (of.rows + parts - 1) / parts; };
    for (const Striped& striped : operators) add_stripes(tried, striped.op, height(striped));
    const Timing timing = weights.timing(tried);
    for (Striped& striped : operators) {
      const Cycles cycles = at(timing.operators, striped.op).total();
      if (cycles >= striped.cycles) continue;
      striped.cycles = cycles;
      heights[striped.op] = height(striped);
    }
  }
  return heights;
}

Plan in_stripes(const Plan& plan, const StripeHeights& heights) {
  Plan striped = plan;
  for (const auto& [op, height] : heights) {
    if (may_be_striped(plan, op)) add_stripes(striped, op, height);
  }
  return striped;
}

}  // namespace spillway::latency
