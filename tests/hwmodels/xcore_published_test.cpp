// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena.h"
#include "hwmodels/xcore/lower.h"
#include "hwmodels/xcore/weights.h"
#include "hwmodels/xcore/work_split.h"
#include "tests/hwmodels/core_interpreter.h"
#include "tests/hwmodels/xcore_tile.h"
#include "traces/builtin_networks.h"

namespace spillway {
namespace {

constexpr double slots_per_tick = 1.2;

Network visual_wake_words(bool flash) {
  LoweringOptions options;
  options.weights_in_flash = flash;
  return xcore::lower(builtin_network("mobilenet_v1_0.25_96").value(), test::xcore_tile(), options);
}

xcore::ArenaPlan plan_in_sram(const Network& network, bool in_place) {
  xcore::ArenaOptions options;
  options.planner_options.in_place = in_place;
  return xcore::plan_arena(network, test::xcore_tile(), options);
}

TEST(XcorePublished, VisualWakeWordsHasThePublishedArena) {
  const Network network = visual_wake_words(true);
  EXPECT_EQ(plan_in_sram(network, true).transient_bytes[test::tile_sram], 76'072);
  EXPECT_EQ(plan_in_sram(network, false).transient_bytes[test::tile_sram], 93'712);
  EXPECT_EQ(plan_in_sram(network, true).persistent_bytes[test::tile_sram], 5'120);
}

TEST(XcorePublished, VisualWakeWordsTakesThePublishedTicks) {
  const Network network = visual_wake_words(false);
  const xcore::ArenaPlan plan = plan_in_sram(network, true);
  const Program program = xcore::schedule(network, plan.network_plan.plan, test::xcore_tile(), {});
  const auto counts = test::CoreInterpreter(program, test::tile_extram).run();
  std::map<std::string, double> ticks;
  double total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double spent = static_cast<double>(counts[i].slots) / slots_per_tick;
    ticks[program.operators[i].type] += spent;
    total += spent;
  }
  EXPECT_NEAR(ticks.at("OP_XC_conv2d_v2") / 2'971'789, 1, 0.05);
  EXPECT_NEAR(ticks.at("OP_XC_pad") / 54'115, 1, 0.05);
  EXPECT_NEAR(ticks.at("OP_XC_pad_3_to_4") / 26'991, 1, 0.01);
  EXPECT_NEAR(total / 3'054'809, 1, 0.04);
}

/// 1x1 convolutions of the second board: ticks per pixel.
struct SecondBoardLayer {
  std::int32_t inputs, outputs;
  double in_sram, external;
};

class SecondBoard : public testing::TestWithParam<SecondBoardLayer> {};

TEST_P(SecondBoard, ExternalWeightsCostOneLineFillPer32Bytes) {
  constexpr double ticks_per_line = 54.1;  // fitted on 128->128
  constexpr std::int32_t pixels = 50;
  const SecondBoardLayer& layer = GetParam();
  Target target = load_target("xcore.ai-2022");
  const Network network =
      xcore::lower(test::pointwise(layer.inputs, layer.outputs, pixels), target, {});
  xcore::ArenaOptions options;
  options.constants = "extram";
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, options);
  const Program program = xcore::schedule(network, plan.network_plan.plan, target, {});
  const auto counts = test::CoreInterpreter(program, test::tile_extram).run().at(0);
  const double in_sram = static_cast<double>(counts.slots) / slots_per_tick / pixels;
  const double lines = static_cast<double>(counts.fills) / pixels;
  EXPECT_NEAR(in_sram / layer.in_sram, 1, 0.02);
  EXPECT_NEAR(lines * ticks_per_line / (layer.external - layer.in_sram), 1, 0.06);
}

INSTANTIATE_TEST_SUITE_P(Layers, SecondBoard,
                         testing::Values(SecondBoardLayer{32, 64, 712, 4'782},
                                         SecondBoardLayer{128, 128, 2'018, 30'604},
                                         SecondBoardLayer{256, 256, 5'744, 117'533}));

TEST(XcoreWeights, BytesEqualTheProductWhenAligned) {
  EXPECT_EQ(xcore::conv_weight_bytes(384, 384), 384 * 384);
  EXPECT_EQ(xcore::conv_weight_bytes(16, 32), 512);
  EXPECT_EQ(xcore::multiplier_bias_bytes(384, false), 1'536);
}

TEST(XcoreWeights, TailsCostUpToOneBlock) {
  EXPECT_EQ(xcore::conv_weight_bytes(8, 27), 512);  // one chunk: start 0
  EXPECT_EQ(xcore::depthwise_weight_bytes(8, 9), 16 * 9 + 16);
  EXPECT_EQ(xcore::multiplier_bias_bytes(8, false), 48);
  EXPECT_EQ(xcore::multiplier_bias_bytes(8, true), 64);
}

TEST(XcoreWorkSplit, SharesRowsAsThePublishedDistribution) {
  std::vector<std::int32_t> sizes;
  for (const xcore::Span span : xcore::share(48, 5)) sizes.push_back(span.size());
  EXPECT_THAT(sizes, testing::ElementsAre(10, 10, 10, 9, 9));
  EXPECT_EQ(xcore::share(3, 5).size(), 3U);
}

TEST(XcoreWorkSplit, PrefersADimensionThatTheThreadsDivideAndCoversTheImage) {
  for (std::int32_t rows = 1; rows <= 7; ++rows) {
    for (std::int32_t columns = 1; columns <= 7; ++columns) {
      for (std::int32_t threads = 1; threads <= 5; ++threads) {
        std::int64_t work = 0;
        for (const xcore::ConvWork& part : xcore::split_image(rows, columns, 4, threads)) {
          work += part.pixels() * part.groups.size();
        }
        EXPECT_EQ(work, std::int64_t{rows} * columns * 4);
      }
    }
  }
  EXPECT_EQ(xcore::split_image(6, 10, 1, 5)[0].columns.size(), 2);
  EXPECT_EQ(xcore::split_image(6, 7, 1, 5)[0].columns.size(), 2);
  EXPECT_EQ(xcore::split_image(10, 10, 1, 5)[0].rows.size(), 2);
}

}  // namespace
}  // namespace spillway
