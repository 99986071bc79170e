// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/tflm_runtime.h"

#include <gtest/gtest.h>

#include "tests/reference.h"
#include "traces/layers/layers.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

Network network_of(const std::vector<OpType>& types, std::int32_t channels = 16) {
  Network network;
  TensorIndex last = add_network_input(network, "in", {1, 8, 8, channels});
  for (const OpType type : types) {
    Layer layer;
    layer.name = "layer" + std::to_string(network.operators.size());
    layer.type = type;
    layer.inputs = {last};
    layer.channels = channels;
    last = add_layer(network, layer);
  }
  finish_outputs(network);
  return network;
}

Bytes kept(const Network& network, TflmView view = TflmView::kernels) {
  return tflm_runtime_bytes(network, view);
}

TEST(TflmRuntime, KeepsTensorsANodeAndScalesOfEveryChannelForAConvolution) {
  const Bytes one = kept(network_of({OpType::conv_2d}));
  const Bytes two = kept(network_of({OpType::conv_2d, OpType::conv_2d}));
  // Numbers of bytes that the runtime keeps for each further convolution: 12 for each of 3 tensors,
  // 32 for a node, 28 for parameters and 64 for data. Each of 16 channels needs another 4 for a
  // multiplier and 4 for a shift.
  EXPECT_EQ(two - one, 3 * 12 + 32 + 28 + 64 + 2 * 4 * 16);
  const Bytes wide = kept(network_of({OpType::conv_2d}, 18));
  // The runtime rounds the sizes of the array of multipliers and of the array of shifts up to 16
  // bytes. So for 18 channels, each array needs 16 bytes more than for 16 channels.
  EXPECT_EQ(wide - one, 2 * 16);
}

TEST(TflmRuntime, CountsConsecutiveOperatorsOfAnAcceleratorAsOneOperator) {
  Network network = network_of({OpType::conv_2d, OpType::conv_2d, OpType::softmax});
  const Bytes alone = kept(network, TflmView::accelerator);
  EXPECT_LT(alone, kept(network));
  // Now the middle operator runs on the CPU. So the operators of the accelerator form two custom
  // operators instead of one.
  network.operators[1].on_host = true;
  EXPECT_GT(kept(network, TflmView::accelerator), alone + 32);
}

TEST(TflmRuntime, IsWhatResNetNeedsBeyondItsTensors) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_resnet_quant.tflite");
  const Network network = read_tflite(test::shared_path("models/mlperf_resnet_quant.tflite"));
  constexpr Bytes tensors = 49'152, kib = 1'024;
  // A public report says that an arena of 53 KiB is too small for this network, and that 54 KiB are
  // enough.
  EXPECT_GT(tensors + kept(network), 53 * kib);
  EXPECT_LE(tensors + kept(network), 54 * kib);
}

TEST(TflmRuntime, IsReportedOnlyForThePlannerOfTflm) {
  const Network network = network_of({OpType::conv_2d});
  EXPECT_NE(tflm_runtime_line("tflm", network, TflmView::kernels), "");
  EXPECT_EQ(tflm_runtime_line("cadence-greedy", network, TflmView::kernels), "");
}

}  // namespace
}  // namespace spillway
