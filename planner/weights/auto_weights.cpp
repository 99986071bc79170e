// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <utility>

#include "planner/weights/registry.h"

namespace spillway {
namespace {

/// The fastest of the other policies, as simulated. In place first: a copy that gains nothing is
/// not worth its room.
class AutoWeights : public WeightPolicy {
 public:
  void decide(const WeightNeeds& needs, const PlanTime& time, Plan& plan) const override {
    if (!time) {
      find_weight_policy("vela").policy->decide(needs, time, plan);
      return;
    }
    Plan best;
    double least = std::numeric_limits<double>::infinity();
    for (const char* name : {"in-place", "vela", "prefetch"}) {
      Plan candidate = plan;
      find_weight_policy(name).policy->decide(needs, time, candidate);
      const double cycles = time(candidate);
      if (best.memories.empty() || cycles < least) {
        least = cycles;
        best = std::move(candidate);
      }
    }
    plan = std::move(best);
  }
};

}  // namespace

WeightPolicyEntry auto_weights() {
  return {"auto", "the fastest of the others in the simulator", std::make_unique<AutoWeights>()};
}

}  // namespace spillway
