// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/schedule.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "sim/simulate.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
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
    const auto counts = test::TileInterpreter(program, test::tile_extram).run();
    const Timing timing = simulate(target, program);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const OperatorTiming& op = timing.operators[i];
      EXPECT_EQ(op.read_bytes[test::tile_extram], line * (counts[i].fills + counts[i].hidden_fills))
          << arena << " " << op.name;
      EXPECT_EQ(op.write_bytes[test::tile_extram],
                line * (counts[i].evictions + counts[i].hidden_evictions))
          << arena << " " << op.name;
    }
  }
}

TEST(XcoreBoards, ALoadThatTheExternalMemoryCannotKeepUpWithIsAnError) {
  Target target = load_target("xcore.ai");
  const Program program = replica_program(target, "extram");
  // Four times as fast: a line's words come in 16 ticks, filling or evicting one takes longer.
  std::get<LatencyBandwidthParameters>(target.memories[test::tile_flash].timing).bytes_per_cycle *=
      4;
  try {
    simulate(target, program);
    FAIL() << "nothing was lost";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
    EXPECT_THAT(error.what(), testing::HasSubstr("the load would lose words"));
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
