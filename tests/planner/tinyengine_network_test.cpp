// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/allocators/tinyengine_rectangles.h"
#include "planner/peaks/tinyengine_workspace.h"
#include "planner/plan_network.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"
#include "tests/traces/add_tensor.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

/// Returns the network as the front end of TinyEngine changes it. The front end merges pads,
/// quantisations and transposes with neighbouring operators, and replaces the two means of a global
/// pooling by one mean.
Network front_end(const Network& network) {
  Network folded = network;
  folded.operators.clear();
  std::vector<TensorIndex> alias(network.tensors.size());
  std::iota(alias.begin(), alias.end(), 0);
  const auto source = [&](TensorIndex tensor) {
    return tensor == no_tensor ? tensor : at(alias, tensor);
  };
  for (Operator op : network.operators) {
    std::transform(op.inputs.begin(), op.inputs.end(), op.inputs.begin(), source);
    const bool second_mean = op.type == OpType::mean && !folded.operators.empty() &&
                             folded.operators.back().type == OpType::mean;
    if (second_mean) {
      folded.operators.back().outputs = op.outputs;
    } else if (op.type == OpType::pad || op.type == OpType::transpose) {
      at(alias, op.outputs.front()) = op.inputs.front();
    } else if (op.type == OpType::quantize || op.type == OpType::dequantize) {
      continue;
    } else {
      folded.operators.push_back(op);
    }
  }
  folded.inputs = {folded.operators.front().inputs.front()};
  folded.outputs = folded.operators.back().outputs;
  return folded;
}

// TinyEngine's own run on its public vww.tflite has 55 layers and 41 buffers. The run needs 89,600
// bytes for activations, 3,528 bytes for im2col and 864 bytes for kernels. The sum is the 92 kB
// that TinyEngine's README states.
TEST(TinyEngineNetwork, ReproducesThePublishedPlanOfMcunetVww) {
  SPILLWAY_NEEDS_SHARED("models/mit_vww.tflite");
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/tinyengine");
  const Network network = front_end(load_network(test::shared_path("models/mit_vww.tflite")));
  ASSERT_EQ(network.operators.size(), 55U);
  const PlanningProblem problem = make_problem(network, {}, 1);
  const Rectangles rectangles = tinyengine_rectangles(problem, true);
  const auto expected = test::read_vector(test::vector_path("tinyengine__vww_inplace"), unlimited);
  ASSERT_EQ(rectangles.buffers.size(), expected.problem.buffers.size());
  for (std::size_t i = 0; i < rectangles.buffers.size(); ++i) {
    const Buffer& have = rectangles.buffers[i];
    const Buffer& want = expected.problem.buffers[i];
    EXPECT_EQ(have.lower, want.lower) << i;
    EXPECT_EQ(have.upper, want.upper) << i;
    // TinyEngine counts 4 bytes for the output of the network, which has 2 bytes.
    const bool is_result = i + 1 == rectangles.buffers.size();
    EXPECT_EQ(is_result ? 4 : have.size, want.size) << i;
    EXPECT_EQ(have.stride2_inplace_layer, want.stride2_inplace_layer) << i;
  }

  PlanningRequest request;
  request.memories = {{"sram", Bytes{1} << 20, 1}};
  request.arena = {0};
  request.planner = "tinyengine-firstfit";
  const NetworkPlan planned = plan_network(network, request);
  Bytes peak = 0;
  for (const Residency& residency : planned.plan.residencies) {
    peak = std::max(peak, residency.offset + residency.size);
  }
  EXPECT_EQ(peak, 89'600);
  EXPECT_THAT(planned.result.note, testing::HasSubstr("3528 bytes"));
  EXPECT_THAT(planned.result.note, testing::HasSubstr("864 bytes"));
  request.memories.front().capacity = 93'992;
  EXPECT_EQ(plan_network(network, request).result.status, PlanStatus::ok);
  request.memories.front().capacity = 93'991;
  EXPECT_EQ(plan_network(network, request).result.excess, 1);
}

Network depthwise_network() {
  Network network;
  test::add_tensor(network, "in", DataType::int8, {1, 4, 4, 2});
  test::add_tensor(network, "weights", DataType::int8, {1, 3, 3, 2}, TensorKind::weight);
  test::add_tensor(network, "mid", DataType::int8, {1, 4, 4, 2});
  test::add_tensor(network, "out", DataType::int8, {1, 4, 4, 2});
  network.inputs = {0};
  network.outputs = {3};
  network.operators.resize(2);
  for (Operator& op : network.operators) {
    op.type = OpType::depthwise_conv_2d;
    op.window.kernel_h = op.window.kernel_w = 3;
  }
  network.operators[0].inputs = {0, 1};
  network.operators[0].outputs = {2};
  network.operators[1].inputs = {2, 1};
  network.operators[1].outputs = {3};
  return network;
}

TEST(TinyEngineNetwork, ChainsOfDepthwiseOperatorsShareOneRectangle) {
  const auto rectangles = tinyengine_rectangles(make_problem(depthwise_network(), {}), true);
  EXPECT_THAT(rectangles.rectangle_of, testing::ElementsAre(0, 0, 0));
  EXPECT_EQ(rectangles.buffers.front().upper, 2);
}

TEST(TinyEngineNetwork, WithoutInPlaceEveryTensorHasItsRectangleAndTheLastLivesToTheEnd) {
  const auto rectangles = tinyengine_rectangles(make_problem(depthwise_network(), {}), false);
  EXPECT_THAT(rectangles.rectangle_of, testing::ElementsAre(0, 1, 2));
  EXPECT_EQ(rectangles.buffers[0].upper, 1);
  EXPECT_EQ(rectangles.buffers[1].upper, 2);
  EXPECT_EQ(rectangles.buffers[2].upper, 2);
}

TEST(TinyEngineNetwork, WorkspacesFollowTheKernels) {
  const Network network = depthwise_network();
  const KernelWorkspace depthwise = tinyengine_workspace(network, network.operators[0]);
  EXPECT_EQ(depthwise.im2col, 2 * 3 * 3 * 2);
  EXPECT_EQ(depthwise.im2col_in_place, 2 * 6 * 6);
  EXPECT_EQ(depthwise.kernel, 0);
  Operator conv = network.operators[0];
  conv.type = OpType::conv_2d;
  EXPECT_EQ(tinyengine_workspace(network, conv).im2col, 4 * 3 * 3 * 2);
  EXPECT_EQ(tinyengine_workspace(network, conv).kernel, 36);
  conv.window.kernel_h = conv.window.kernel_w = 1;
  EXPECT_EQ(tinyengine_workspace(network, conv).kernel, 0);
}

}  // namespace
}  // namespace spillway
