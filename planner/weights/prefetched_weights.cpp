// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "planner/weights/flow_builder.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

bool prefetch(const WeightNeed& need, FlowBuilder& builder) {
  std::vector<WeightFlowSlice> whole = need.slices({0});
  const double transfer =
      static_cast<double>(whole.front().bytes()) / builder.source_bandwidth(need);
  double hidden = 0;
  std::optional<TimeStep> earliest;
  for (TimeStep step = step_of(need.op) - 1; step >= 0; --step) {
    if (!builder.fits(whole.front().bytes(), step, step_of(need.op) + 1)) break;
    earliest = step;
    hidden += builder.compute_cycles(step - 1);
    if (hidden >= transfer) break;
  }
  if (!earliest) return false;
  whole.front().fetch_at = *earliest;
  return builder.hold_all(need, whole);
}

/// Fetches all weights of an operator in one transfer. The transfer starts just early enough to end
/// while the preceding operators compute: a buffer that is filled earlier takes space from the
/// weights of later operators. If the memory does not have enough space for so long, the transfer
/// starts as early as the space allows.
CapacityRange prefetch_weights(const WeightNeeds& needs, const FastestPlan& /*fastest*/,
                               Plan& plan) {
  FlowBuilder builder(needs, plan);
  for (const WeightNeed* need : builder.open()) {
    if (!builder.may_fetch(*need) || !prefetch(*need, builder)) builder.read_in_place(*need);
  }
  return builder.same_capacities();
}

}  // namespace

WeightPolicy prefetched_weights() {
  return {"prefetch", "whole, as many operators ahead as room allows and their time needs",
          prefetch_weights};
}

}  // namespace spillway
