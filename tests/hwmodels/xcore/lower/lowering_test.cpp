// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/parameters.h"
#include "planner/plan_network.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::Contains;
using testing::Pair;

Network lowered_model(const std::string& name, bool flash) {
  xcore::LoweringOptions options;
  options.weights_in_flash = flash;
  return xcore::lower(read_tflite(test::shared_path("models/" + name + ".tflite")),
                      test::xcore_tile(), options);
}

std::map<std::string, int> counts(const Network& network) {
  std::map<std::string, int> count;
  for (const Operator& op : network.operators) {
    ++count[op.type_name];
  }
  return count;
}

Bytes flash_bytes(const Network& network) {
  Bytes bytes = 0;
  for (const Operator& op : network.operators) {
    if (op.type_name != "XC_ld_flash") {
      continue;
    }
    for (const TensorIndex output : op.outputs) {
      bytes += at(network.tensors, output).bytes;
    }
  }
  return bytes;
}

TEST(XcoreLowering, VisualWakeWordsHasThePublishedOperatorsAndFlashBytes) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_vww96.tflite");
  const Network network = lowered_model("mlperf_vww96", true);
  EXPECT_THAT(counts(network),
              testing::UnorderedElementsAre(Pair("XC_conv2d_v2", 29), Pair("XC_pad", 14),
                                            Pair("XC_pad_3_to_4", 1), Pair("XC_ld_flash", 30),
                                            Pair("XC_slice", 1), Pair("XC_softmax", 1)));
  EXPECT_EQ(flash_bytes(network), 225'600);
}

TEST(XcoreLowering, WeightsOnTheTileNeedNoLoads) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_vww96.tflite");
  EXPECT_EQ(counts(lowered_model("mlperf_vww96", false)).count("XC_ld_flash"), 0U);
}

TEST(XcoreLowering, ExternalWeightsAreLoadedOneByOneOrReadInPlaceAsTheBoardsToolsDo) {
  xcore::LoweringOptions options;
  options.weights_in_external_ram = true;
  const Network plain = test::pointwise(64, 48, 4);
  Target target = test::xcore_tile();
  EXPECT_THAT(counts(xcore::lower(plain, target, options)),
              testing::ElementsAre(Pair("XC_conv2d_v2", 1), Pair("XC_ld_weights", 2)));
  xcore::parameters(target).load_external_weights = false;
  EXPECT_THAT(counts(xcore::lower(plain, target, options)),
              testing::ElementsAre(Pair("XC_conv2d_v2", 1)));
}

TEST(XcoreLowering, ASinglePixelIsSharedByThreadsOrLeftToOne) {
  xcore::LoweringOptions options;
  options.threads = 5;
  Target target = test::xcore_tile();
  const auto data_bytes = [&](std::int32_t pixels) {
    const Network lowered = xcore::lower(test::pointwise(64, 80, pixels), target, options);
    return lowered.tensors.back().bytes;  // operator data: 8 bytes per thread
  };
  const Bytes shared = data_bytes(1);
  EXPECT_EQ(shared, data_bytes(10));
  xcore::parameters(target).split_one_pixel = false;
  EXPECT_EQ(data_bytes(1), shared - Bytes{4 * 8});
  EXPECT_EQ(data_bytes(10), shared);
}

// The first operator of this network is a PAD of rows and columns. Before this PAD, the lowering
// must insert an operator that pads the three channels of the image to four.
TEST(XcoreLowering, ChannelsArePaddedBeforeRowsAndColumnsAlsoOfAPadOperator) {
  SPILLWAY_NEEDS_SHARED("models/tflm_mobilenet_v2_pt.tflite");
  const Network network = lowered_model("tflm_mobilenet_v2_pt", false);
  ASSERT_EQ(network.operators[1].type_name, "XC_pad_3_to_4");
  ASSERT_EQ(network.operators[2].type_name, "XC_pad");
  const TensorIndex padded = network.operators[2].outputs[0];
  EXPECT_THAT(at(network.tensors, padded).shape, testing::ElementsAre(1, 226, 226, 4));
}

TEST(XcoreLowering, MobileNetV2SplitsItsLargestLayersByChannels) {
  SPILLWAY_NEEDS_SHARED("models/tflm_mobilenet_v2_pt.tflite");
  const auto count = counts(lowered_model("tflm_mobilenet_v2_pt", true));
  EXPECT_THAT(count, Contains(Pair("XC_conv2d_v2", 69)));  // 53 layers become 69 operators
  EXPECT_THAT(count, Contains(Pair("XC_pad", 18)));
  EXPECT_THAT(count, Contains(Pair("XC_add", 10)));
}

TEST(XcoreLowering, AShiftPerChannelTakesTwoBytesPerOutput) {
  const Network network = test::pointwise(64, 48, 4);
  xcore::LoweringOptions options;
  options.weights_in_flash = true;
  const Bytes group = flash_bytes(xcore::lower(network, test::xcore_tile(), options));
  for (const char* name : {"pointwise", "#0"}) {
    options.channelwise = {name};
    const Network lowered = xcore::lower(network, test::xcore_tile(), options);
    EXPECT_EQ(flash_bytes(lowered), group + Bytes{2 * 48}) << name;
    const Operator& last = lowered.operators.back();
    EXPECT_TRUE(std::get<xcore::Convolution>(xcore::make_kernel(lowered, last, {})).transform ==
                xcore::OutputTransform::channelwise);
  }
}

TEST(XcoreLowering, ListedConvolutionsStayWithTflm) {
  xcore::LoweringOptions options;
  options.reference = {"pointwise"};
  const Network lowered = xcore::lower(test::pointwise(64, 48, 4), test::xcore_tile(), options);
  EXPECT_THAT(counts(lowered), testing::ElementsAre(Pair("CONV_2D", 1)));
  options.reference = {"pointwize"};
  EXPECT_THROW(xcore::lower(test::pointwise(64, 48, 4), test::xcore_tile(), options), UserError);
}

TEST(XcoreLowering, NamesTheOperatorsThatStayWithTflm) {
  SPILLWAY_NEEDS_SHARED("models/tflm_micro_speech.tflite");
  const Network network = lowered_model("tflm_micro_speech", true);
  EXPECT_THAT(counts(network), Contains(Pair("DEPTHWISE_CONV_2D", 1)));
  EXPECT_THAT(network.warnings, Contains(testing::HasSubstr("DEPTHWISE_CONV_2D")));
}

TEST(XcoreLowering, LoweringTwiceChangesNothing) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_resnet_quant.tflite");
  const Network once = lowered_model("mlperf_resnet_quant", true);
  const Network twice = xcore::lower(once, test::xcore_tile(), {});
  EXPECT_EQ(counts(twice), counts(once));
  EXPECT_EQ(twice.tensors.size(), once.tensors.size());
}

}  // namespace
}  // namespace spillway
