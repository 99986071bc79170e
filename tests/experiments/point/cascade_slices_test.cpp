// SPDX-License-Identifier: Apache-2.0
// Tests cascades (operators that alternately compute stripes of rows) whose weights arrive in
// slices. For each stripe of an operator, all slices of its weights must arrive again.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "experiments/point/design_point.h"
#include "hwmodels/ethosu/options.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/experiments/point/expect_whole.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::IsEmpty;

constexpr std::int32_t first_op = 1;
constexpr std::int32_t stripe_rows = 5;

/// Returns the plan of `result` with a cascade (operators that run in turns, stripe by stripe) of
/// the second and the third operator. The weights of the third operator arrive in two slices
/// through `buffers` buffers. If `buffers` is 0, the operator reads its weights in place.
Plan cascaded(const PointResult& result, std::size_t buffers) {
  Plan plan = result.plan.plan;
  plan.cascades = {{first_op, first_op + 1, {stripe_rows, stripe_rows}}};
  for (WeightFlow& flow : plan.weights) {
    if (flow.op != first_op + 1) continue;
    const WeightFlowSlice whole = flow.slices.front();
    flow.slices = {{0, whole.weights / 2, whole.scales / 2, first_op},
                   {32, whole.weights / 2, whole.scales / 2, first_op + 2}};
    for (std::size_t i = 0; i < buffers; ++i) {
      Bytes top = 0;
      for (const Residency& residency : plan.residencies) {
        if (residency.memory == 0) top = std::max(top, residency.offset + residency.size);
      }
      flow.buffers.push_back(static_cast<std::int32_t>(plan.residencies.size()));
      const TensorIndex weights = at(result.network.operators, flow.op).inputs.at(1);
      plan.residencies.push_back({weights, 0, (top + 15) / 16 * 16, flow.slices[0].bytes(),
                                  first_op, first_op + 3, -1, ResidencyKind::weight_buffer});
    }
  }
  return plan;
}

TEST(CascadeSlices, AreFetchedAgainForEveryStripeWhereTheyShareABuffer) {
  const Network network = load_network("ds_cnn");
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.planner = "tflm-linear";
  point.weight_policy = "in-place";
  point.family_options.of<ethosu::Options>().schedule.weight_ratio = 1;
  const PointResult before = run_point(network, point);
  const std::int32_t rows =
      at(before.network.tensors, at(before.network.operators, first_op + 1).outputs.at(0)).shape[1];
  const auto stripes = static_cast<std::size_t>((rows + stripe_rows - 1) / stripe_rows);
  ASSERT_GT(stripes, 2U);
  for (const std::size_t buffers : {0U, 1U, 2U}) {
    SCOPED_TRACE(buffers);
    const Plan plan = cascaded(before, buffers);
    EXPECT_THAT(validate_plan(plan, before.network), IsEmpty());
    point.planner.clear();
    point.plan_text = write_plan_csv(plan, before.network);
    point.plan_source = "cascade.csv";
    const PointResult after = run_point(network, point);
    const std::size_t fetched = buffers == 0 ? 0 : buffers == 1 ? 2 * stripes : 2;
    EXPECT_EQ(after.program.transfers.size(), before.program.transfers.size() + fetched);
    test::expect_whole(network, point, after);
  }
}

}  // namespace
}  // namespace spillway
