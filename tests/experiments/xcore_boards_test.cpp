// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hwmodels/schedule.h"
#include "hwmodels/xcore/arena.h"
#include "hwmodels/xcore/lower.h"
#include "sim/simulate.h"
#include "tests/hwmodels/core_interpreter.h"
#include "tests/hwmodels/xcore_tile.h"
#include "traces/split_arena_replica.h"

namespace spillway {
namespace {

constexpr double cycles_per_tick = 6;  // 600 MHz, 100 MHz

Program replica_program(const Target& target, const std::string& arena) {
  const Network network = xcore::lower(split_arena_replica(), target, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, xcore::arena_named(arena));
  return xcore::schedule(network, plan.network_plan.plan, target, {});
}

TEST(XcoreBoards, PlatformMovesTheLinesThatTheStepByStepInterpreterCounts) {
  const Target target = load_target("xcore.ai");
  constexpr Bytes line = 32;
  for (const char* arena : {"extram", "split"}) {
    const Program program = replica_program(target, arena);
    const auto counts = test::CoreInterpreter(program, test::tile_extram).run();
    const Timing timing = simulate(target, program);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      // Lookups, and what follows them in the cache, depend on the generator of table indices.
      if (program.operators[i].type != "OP_XC_conv2d_v2") continue;
      const Bytes read = timing.operators[i].read_bytes[test::tile_extram];
      EXPECT_NEAR(static_cast<double>(read / line), static_cast<double>(counts[i].fills), 4)
          << arena << " " << program.operators[i].name;
    }
  }
}

double ticks_per_pixel(std::int32_t inputs, std::int32_t outputs, const std::string& weights) {
  constexpr std::int32_t pixels = 40;
  const Target target = load_target("xcore.ai-2022");
  const Network network = xcore::lower(test::pointwise(inputs, outputs, pixels), target, {});
  xcore::ArenaOptions options;
  options.constants = weights;
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, options);
  const Timing timing =
      simulate(target, xcore::schedule(network, plan.network_plan.plan, target, {}));
  return static_cast<double>(timing.total) / cycles_per_tick / pixels;
}

struct Layer {
  std::int32_t inputs, outputs;
  double published;  // external cost, ticks per pixel
};

class SecondBoardOnPlatform : public testing::TestWithParam<Layer> {};

TEST_P(SecondBoardOnPlatform, ExternalWeightsCostWhatWasPublished) {
  const Layer& layer = GetParam();
  const double external = ticks_per_pixel(layer.inputs, layer.outputs, "extram") -
                          ticks_per_pixel(layer.inputs, layer.outputs, "sram");
  EXPECT_NEAR(external / layer.published, 1, 0.06);
}

INSTANTIATE_TEST_SUITE_P(Layers, SecondBoardOnPlatform,
                         testing::Values(Layer{32, 64, 4'782 - 712},
                                         Layer{128, 128, 30'604 - 2'018},
                                         Layer{256, 256, 117'533 - 5'744}));

}  // namespace
}  // namespace spillway
