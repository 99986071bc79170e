// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/parameters.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "traces/files/builtin_networks.h"

namespace spillway {
namespace {

constexpr double slots_per_tick = 1.2;

/// Returns a tile for the rules of the xformer of 2023, which compiled the networks of the
/// published tables. By these rules, one thread computes an output of a single pixel.
Target tile_of_2023() {
  Target target = test::xcore_tile();
  xcore::parameters(target).split_one_pixel = false;
  return target;
}

Network visual_wake_words(bool flash) {
  xcore::LoweringOptions options;
  options.weights_in_flash = flash;
  return xcore::lower(builtin_network("mobilenet_v1_0.25_96").value(), test::xcore_tile(), options);
}

struct Table {
  std::map<std::string, double> ticks;
  std::map<std::string, int> count;
  double total = 0;
};

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

/// Returns the number and the ticks of each type of operator, for the visual wake words network
/// with weights in SRAM.
Table table_of(const xcore::LoweringOptions& options) {
  const Target tile = tile_of_2023();
  const Network network =
      xcore::lower(builtin_network("mobilenet_v1_0.25_96").value(), tile, options);
  const xcore::ArenaPlan plan = plan_in_sram(network, true);
  xcore::ScheduleOptions schedule;
  schedule.threads = options.threads;
  const Program program = xcore::schedule(network, plan.network_plan.plan, tile, schedule);
  const auto counts = test::TileInterpreter(program, test::tile_extram).run();
  Table table;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double spent = static_cast<double>(counts[i].slots) / slots_per_tick;
    table.ticks[program.operators[i].type] += spent;
    ++table.count[program.operators[i].type];
    table.total += spent;
  }
  return table;
}

TEST(XcorePublished, VisualWakeWordsTakesThePublishedTicks) {
  const Table table = table_of({});
  EXPECT_NEAR(table.ticks.at("OP_XC_conv2d_v2") / 2'971'789, 1, 0.05);
  EXPECT_NEAR(table.ticks.at("OP_XC_pad") / 54'115, 1, 0.05);
  EXPECT_NEAR(table.ticks.at("OP_XC_pad_3_to_4") / 26'991, 1, 0.01);
  EXPECT_NEAR(table.total / 3'054'809, 1, 0.04);
}

TEST(XcorePublished, VisualWakeWordsTakesThePublishedTicksOfFiveThreads) {
  xcore::LoweringOptions options;
  options.threads = 5;
  const Table table = table_of(options);
  EXPECT_NEAR(table.ticks.at("OP_XC_conv2d_v2") / 717'748, 1, 0.05);
  EXPECT_NEAR(table.ticks.at("OP_XC_pad") / 54'115, 1, 0.05);
  EXPECT_NEAR(table.total / 800'767, 1, 0.04);
}

// In this test, two layers run with kernels of TensorFlow Lite Micro. The compiler makes this
// choice only after it has separated the padding from the layers, so the network still has PAD
// operators for these layers.
TEST(XcorePublished, LayersLeftToTflmKeepTheirPadsAndTakeThePublishedTicks) {
  xcore::LoweringOptions options;
  options.reference = {"#11", "#25"};
  const Table table = table_of(options);
  EXPECT_EQ(table.count.at("OP_XC_conv2d_v2"), 27);
  EXPECT_EQ(table.count.at("OP_XC_pad"), 14);
  EXPECT_EQ(table.count.at("OP_DEPTHWISE_CONV_2D"), 2);
  EXPECT_NEAR(table.ticks.at("OP_DEPTHWISE_CONV_2D") / 4'487'819, 1, 0.001);
  EXPECT_NEAR(table.ticks.at("OP_XC_conv2d_v2") / 2'916'236, 1, 0.05);
  EXPECT_NEAR(table.total / 7'486'305, 1, 0.04);
}

/// The numbers of input and output channels of a 1x1 convolution on the board of 2022, and its
/// published ticks per pixel with weights in SRAM and in external memory.
struct SecondBoardLayer {
  std::int32_t inputs, outputs;
  double in_sram, external;
};

void PrintTo(const SecondBoardLayer& layer, std::ostream* out) {
  *out << layer.inputs << "x" << layer.outputs;
}

class SecondBoard : public testing::TestWithParam<SecondBoardLayer> {};

TEST_P(SecondBoard, ExternalWeightsCostOneLineFillPer32Bytes) {
  constexpr double ticks_per_line = 54.1;  // fitted to the layer with 128 inputs and 128 outputs
  constexpr std::int32_t pixels = 50;
  const SecondBoardLayer& layer = GetParam();
  Target target = load_target("xcore.ai-2022");
  const Network network =
      xcore::lower(test::pointwise(layer.inputs, layer.outputs, pixels), target, {});
  xcore::ArenaOptions options;
  options.constants = "extram";
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, options);
  const Program program = xcore::schedule(network, plan.network_plan.plan, target, {});
  const auto counts = test::TileInterpreter(program, test::tile_extram).run().at(0);
  constexpr double slots_per_tick_then = 700.0 / 8 / 100;
  const double in_sram = static_cast<double>(counts.slots) / slots_per_tick_then / pixels;
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
  // The 8 x 27 weights have 216 bytes. They are padded to 512 bytes (16 outputs x 32 inputs),
  // because a kernel always reads a complete block of this size.
  EXPECT_EQ(xcore::conv_weight_bytes(8, 27), 512);
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
