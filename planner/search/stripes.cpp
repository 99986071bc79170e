// SPDX-License-Identifier: Apache-2.0
#include "planner/search/stripes.h"

#include <algorithm>
#include <vector>

#include "base/index.h"
#include "planner/search/network_model.h"

namespace spillway::search {
namespace {

/// An operator outside cascades, which may become faster if it runs in stripes.
struct StripeCandidate {
  std::int32_t op = 0;
  std::int32_t rows = 0;  // number of rows of the operator's output
  /// The fewest cycles of the operator so far: without stripes, or with stripes of a height that
  /// was tried.
  double fewest_cycles = 0;
};

bool takes_turns(const WeightFlow& flow) {
  return !flow.in_place() && flow.buffers.size() < flow.slices.size();
}

/// Returns, per operator, whether it may run in stripes: it must be outside cascades, and each of
/// its weight flows must be read in place or have a buffer for every slice.
std::vector<bool> may_be_striped(const Plan& plan, std::size_t operators) {
  std::vector<bool> may(operators, true);
  for (const WeightFlow& flow : plan.weights) {
    if (takes_turns(flow)) at(may, flow.op) = false;
  }
  for (const Cascade& cascade : plan.cascades) {
    for (std::int32_t op = cascade.first_op; op <= cascade.last_op; ++op) at(may, op) = false;
  }
  return may;
}

/// Adds to `plan` a cascade of one operator for each element of `heights`, and keeps the cascades
/// in order.
void add_stripes(Plan& plan, const StripeHeights& heights) {
  const std::size_t before = plan.cascades.size();
  for (const auto& [op, height] : heights) plan.cascades.push_back({op, op, {height}});
  const auto first = [](const Cascade& a, const Cascade& b) { return a.first_op < b.first_op; };
  std::inplace_merge(plan.cascades.begin(),
                     plan.cascades.begin() + static_cast<std::ptrdiff_t>(before),
                     plan.cascades.end(), first);
}

}  // namespace

StripeHeights suiting_stripes(const Plan& plan, const std::vector<double>& whole,
                              const WeightPlanning& weights) {
  if (!weights.cascades || !weights.timing || whole.empty()) return {};
  std::vector<StripeCandidate> operators;
  const auto count = static_cast<std::int32_t>(weights.needs.compute_cycles.size());
  const std::vector<bool> may = may_be_striped(plan, static_cast<std::size_t>(count));
  for (std::int32_t op = 0; op < count; ++op) {
    if (!at(may, op) || !weights.cascades(op, op, 1)) continue;
    operators.push_back({op, output_rows(weights.cascades, op, op), at(whole, op)});
  }
  StripeHeights heights;
  for (const std::int32_t parts : {2, 3, 4, 6, 8}) {
    Plan tried = plan;
    const auto height = [parts](const StripeCandidate& of) {
      return (of.rows + parts - 1) / parts;
    };
    StripeHeights all;
    for (const StripeCandidate& candidate : operators) all[candidate.op] = height(candidate);
    add_stripes(tried, all);
    const Timing timing = weights.timing(tried);
    for (StripeCandidate& candidate : operators) {
      const auto cycles = static_cast<double>(at(timing.operators, candidate.op).total());
      if (cycles >= candidate.fewest_cycles) continue;
      candidate.fewest_cycles = cycles;
      heights[candidate.op] = height(candidate);
    }
  }
  return heights;
}

Plan in_stripes(const Plan& plan, const StripeHeights& heights) {
  Plan striped = plan;
  if (heights.empty()) return striped;
  std::size_t known = static_cast<std::size_t>(heights.rbegin()->first) + 1;
  for (const WeightFlow& flow : plan.weights) {
    known = std::max(known, static_cast<std::size_t>(flow.op) + 1);
  }
  for (const Cascade& cascade : plan.cascades) {
    known = std::max(known, static_cast<std::size_t>(cascade.last_op) + 1);
  }
  const std::vector<bool> may = may_be_striped(plan, known);
  StripeHeights chosen;
  for (const auto& [op, height] : heights) {
    if (at(may, op)) chosen[op] = height;
  }
  add_stripes(striped, chosen);
  return striped;
}

void drop_slower_stripes(const std::vector<double>& whole, const std::vector<double>& striped,
                         StripeHeights& heights) {
  const auto gains = [&](std::int32_t op) {
    double change = 0;
    for (std::int32_t i = op; i < op + 2; ++i) {
      const auto index = static_cast<std::size_t>(i);
      if (index < striped.size() && index < whole.size()) change += striped[index] - whole[index];
    }
    return change < 0;
  };
  for (auto height = heights.begin(); height != heights.end();) {
    height = gains(height->first) ? std::next(height) : heights.erase(height);
  }
}

}  // namespace spillway::search
