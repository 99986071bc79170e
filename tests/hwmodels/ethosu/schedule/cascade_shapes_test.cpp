// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/schedule.h"
#include "planner/checks/validate.h"
#include "tests/hwmodels/ethosu/schedule/cascaded_plan.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

TEST(CascadeShapes, EveryShapeHasAValidPlanThatRuns) {
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
          const Plan plan = cascaded_plan(network, target, first, last, *shape);
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
