// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/flow_builder.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

CapacityRange read_weights_in_place(const WeightNeeds& needs, const FastestPlan& /*fastest*/,
                                    Plan& plan) {
  FlowBuilder builder(needs, plan);
  for (const WeightNeed* need : builder.open()) builder.read_in_place(*need);
  return builder.same_capacities();
}

}  // namespace

WeightPolicy in_place_weights() {
  return {"in-place", "the processor reads weights from the memory that they lie in",
          read_weights_in_place};
}

}  // namespace spillway
