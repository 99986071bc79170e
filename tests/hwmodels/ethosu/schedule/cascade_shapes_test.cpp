// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/cascade_shapes.h"

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/schedule.h"
#include "planner/plan_network.h"
#include "planner/validate.h"
#include "traces/network_loader.h"

namespace spillway::ethosu {
namespace {

/// Everything in the first memory, one behind the other, the maps within the cascade rolling.
Plan plan_with(const Network& network, const Target& target, std::int32_t first, std::int32_t last,
               const CascadeShape& shape) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  request.arena = {0};
  request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
  request.planner = "tflm-linear";
  Plan plan = plan_network(network, request).plan;
  for (Residency& residency : plan.residencies) {
    for (std::int32_t op = first; op < last; ++op) {
      const Bytes rolling = at(shape.rolling_bytes, op - first);
      if (rolling > 0 && residency.tensor == at(network.operators, op).outputs.front()) {
        residency.size = rolling;
      }
    }
  }
  plan.cascades.push_back({first, last, shape.stripe_heights});
  return plan;
}

TEST(CascadeShapes, EveryOneOffersAPlanThatIsValidAndRuns) {
  const Target target = load_target("ethos-u65-256");
  for (const char* name : {"ds_cnn", "resnet8", "mobilenet_v1_0.25_96"}) {
    const Network network = lower(load_network(name), target);
    const CascadeShapes shapes = cascade_shapes(network, target);
    int tried = 0;
    const auto ops = static_cast<std::int32_t>(network.operators.size());
    for (std::int32_t first = 0; first + 1 < ops; ++first) {
      for (const std::int32_t length : {2, 3, 5}) {
        for (const std::int32_t rows : {1, 3}) {
          const std::int32_t last = first + length - 1;
          if (last >= ops) continue;
          const auto shape = shapes(first, last, rows);
          if (!shape) continue;
          ++tried;
          const Plan plan = plan_with(network, target, first, last, *shape);
          const auto violations = validate_plan(plan, network);
          ASSERT_TRUE(violations.empty()) << name << ": " << violations.front().message;
          const Program program = spillway::schedule(network, plan, target, {});
          EXPECT_GT(program.kernels.size(), network.operators.size());
        }
      }
    }
    EXPECT_GT(tried, 5) << name;
  }
}

TEST(CascadeShapes, LeavesOutOperatorsThatNeedTheirWholeInput) {
  const Target target = load_target("ethos-u65-256");
  const Network network = lower(load_network("autoencoder"), target);
  EXPECT_FALSE(cascade_shapes(network, target)(0, 1, 1));
}

}  // namespace
}  // namespace spillway::ethosu
