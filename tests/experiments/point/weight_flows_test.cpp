// SPDX-License-Identifier: Apache-2.0
// Tests weight flows (the ways of an operator's weights into the processor). Some operators have
// several flows. Some weights stay in a buffer until a second operator uses them.
#include <algorithm>
#include <map>

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

using testing::HasSubstr;
using testing::IsEmpty;

/// Returns a design point in which no two maps share bytes, and in which operators read their
/// weights in place. Encoded weights have as many bytes as plain weights.
DesignPoint plain_point() {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.planner = "tflm-linear";
  point.weight_policy = "in-place";
  point.family_options.of<ethosu::Options>().schedule.weight_ratio = 1;
  return point;
}

PointResult run_with(const Network& network, DesignPoint& point, const Plan& plan,
                     const PointResult& before) {
  point.planner.clear();
  point.plan_text = write_plan_csv(plan, before.network);
  point.plan_source = "flows.csv";
  return run_point(network, point);
}

/// Adds a buffer of `bytes` bytes for the weights of operator `op` to the plan. The buffer lies
/// after all other data of the first memory, and is live in the steps from `lower` to `upper` - 1.
/// Returns the index of the buffer in plan.residencies, the list of places in memory.
std::int32_t add_buffer(const PointResult& result, std::int32_t op, Bytes bytes, TimeStep lower,
                        TimeStep upper, Plan& plan) {
  Bytes top = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 0) top = std::max(top, residency.offset + residency.size);
  }
  const TensorIndex weights = at(result.network.operators, op).inputs.at(1);
  plan.residencies.push_back(
      {weights, 0, (top + 15) / 16 * 16, bytes, lower, upper, -1, ResidencyKind::weight_buffer});
  return static_cast<std::int32_t>(plan.residencies.size()) - 1;
}

WeightFlow& flow_to_change(Plan& plan, std::int32_t op) {
  return *std::find_if(plan.weights.begin(), plan.weights.end(),
                       [&](const WeightFlow& flow) { return flow.op == op; });
}

Bytes bytes_read(const Program& program, OperatorIndex op, DataClass data) {
  Bytes bytes = 0;
  for (const Kernel& kernel : program.kernels) {
    if (kernel.op != op) continue;
    for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
      const Block& block = program.blocks[kernel.blocks.first + b];
      for (std::uint32_t i = 0; i < block.reads.count; ++i) {
        const Access& access = program.accesses[block.reads.first + i];
        if (access.data == data) bytes += access.bytes();
      }
    }
  }
  return bytes;
}

constexpr std::int32_t pointwise = 2;  // index of an operator with 64 output channels

/// Returns the plan with the weights of operator `pointwise` in three flows. The operator reads a
/// quarter of its weights in place. A second quarter is copied into a buffer early. The other half
/// arrives in two slices through a second buffer.
Plan in_three_ways(const PointResult& before) {
  Plan plan = before.plan.plan;
  const WeightFlow whole = flow_to_change(plan, pointwise);
  const Bytes weights = whole.slices.front().weights / 4;
  const Bytes scales = whole.slices.front().scales / 4;
  const TimeStep step = pointwise + 1;
  const std::int32_t stays = add_buffer(before, pointwise, weights + scales, 0, step + 1, plan);
  const std::int32_t shared = add_buffer(before, pointwise, weights + scales, step, step + 1, plan);
  flow_to_change(plan, pointwise) = {pointwise, {}, {{16, weights, scales, 0}}};
  plan.weights.push_back({pointwise, {stays}, {{0, weights, scales, 0}}});
  plan.weights.push_back(
      {pointwise, {shared}, {{32, weights, scales, step}, {48, weights, scales, step}}});
  return plan;
}

TEST(WeightFlows, SeveralOfOneOperatorBringEveryChannelOnce) {
  const Network network = load_network("ds_cnn");
  DesignPoint point = plain_point();
  const PointResult before = run_point(network, point);
  const Plan plan = in_three_ways(before);
  EXPECT_THAT(validate_plan(plan, before.network), IsEmpty());
  const PointResult after = run_with(network, point, plan, before);
  EXPECT_EQ(after.program.transfers.size(), before.program.transfers.size() + 3);
  EXPECT_EQ(after.program.kernels.size(), before.program.kernels.size() + 3);
  EXPECT_EQ(bytes_read(after.program, pointwise, DataClass::weights),
            bytes_read(before.program, pointwise, DataClass::weights));
  test::expect_whole(network, point, after);
}

TEST(WeightFlows, ThatLeaveOutAChannelOrBringItTwiceAreViolations) {
  DesignPoint point = plain_point();
  const PointResult before = run_point(load_network("ds_cnn"), point);
  Plan twice = in_three_ways(before);
  twice.weights.back().slices.back().first_channel = 16;
  EXPECT_THAT(validate_plan(twice, before.network).at(0).message,
              HasSubstr("two slices begin at channel 16"));
  Plan gap = in_three_ways(before);
  gap.weights.erase(gap.weights.end() - 2);
  EXPECT_THAT(validate_plan(gap, before.network).at(0).message,
              HasSubstr("no slice has the channels from 0 to 16"));
}

constexpr std::int32_t next_reader = 4;  // index of a second operator with the shape of `pointwise`

/// Returns the network ds_cnn, changed so that two operators read the same weights.
Network with_shared_weights() {
  Network network = load_network("ds_cnn");
  at(network.operators, next_reader).inputs.at(1) = at(network.operators, pointwise).inputs.at(1);
  return network;
}

/// Returns the plan with one buffer for the weights of the operators `pointwise` and `next_reader`.
/// If `kept`, `next_reader` uses the weights that are still in the buffer. Otherwise the weights
/// are copied into the buffer again.
Plan in_one_buffer(const PointResult& before, bool kept) {
  Plan plan = before.plan.plan;
  const Bytes bytes = flow_to_change(plan, pointwise).slices.front().bytes();
  const std::int32_t buffer = add_buffer(before, pointwise, bytes, 0, next_reader + 2, plan);
  flow_to_change(plan, pointwise).buffers = {buffer};
  WeightFlow& second = flow_to_change(plan, next_reader);
  second.buffers = {buffer};
  second.slices.front().fetch_at = kept ? kept_in_buffer : next_reader;
  return plan;
}

TEST(WeightFlows, WeightsStayInTheirBufferForTheNextReader) {
  const Network network = with_shared_weights();
  DesignPoint point = plain_point();
  const PointResult before = run_point(network, point);
  const Plan fetched = in_one_buffer(before, false);
  const Plan kept = in_one_buffer(before, true);
  EXPECT_THAT(validate_plan(kept, before.network), IsEmpty());
  DesignPoint other = point;
  const PointResult twice = run_with(network, other, fetched, before);
  const PointResult once = run_with(network, point, kept, before);
  EXPECT_EQ(twice.program.transfers.size(), before.program.transfers.size() + 2);
  EXPECT_EQ(once.program.transfers.size(), before.program.transfers.size() + 1);
  EXPECT_LT(once.timing.memories.back().read_bytes, twice.timing.memories.back().read_bytes);
  test::expect_whole(network, point, once);
}

TEST(WeightFlows, KeepingWeightsThatAreNotInTheBufferIsAViolation) {
  const Network network = with_shared_weights();
  DesignPoint point = plain_point();
  const PointResult before = run_point(network, point);
  const auto message = [&](const Plan& plan) {
    const auto violations = validate_plan(plan, before.network);
    return violations.empty() ? "valid" : violations.front().message;
  };
  Plan first = in_one_buffer(before, true);
  flow_to_change(first, pointwise).slices.front().fetch_at = kept_in_buffer;
  EXPECT_THAT(message(first), HasSubstr("in which no earlier operator left it"));
  Plan other_slice = in_one_buffer(before, true);
  flow_to_change(other_slice, next_reader).slices.front().weights -= 16;
  EXPECT_THAT(message(other_slice), HasSubstr("in which no earlier operator left it"));
  Plan in_place = in_one_buffer(before, true);
  flow_to_change(in_place, next_reader).buffers.clear();
  EXPECT_THAT(message(in_place), HasSubstr("stays in a buffer and has none"));
}

}  // namespace
}  // namespace spillway
