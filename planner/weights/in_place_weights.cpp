// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/flow_builder.h"
#include "planner/weights/registry.h"

namespace spillway {
namespace {

class InPlaceWeights : public WeightPolicy {
 public:
  CapacityRange decide(const WeightNeeds& needs, const FastestPlan& /*fastest*/,
                       Plan& plan) const override {
    FlowBuilder builder(needs, plan);
    for (const WeightNeed* need : builder.open()) builder.read_in_place(*need);
    return builder.same_capacities();
  }
};

}  // namespace

WeightPolicyEntry in_place_weights() {
  return {"in-place", "the processor reads weights from the memory that they lie in",
          std::make_unique<InPlaceWeights>()};
}

}  // namespace spillway
