// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/schedule.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "sim/simulate.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/user_error.h"
#include "traces/files/split_arena_replica.h"

namespace spillway {
namespace {

Program replica_program(const Target& target, const std::string& arena) {
  const Network network = xcore::lower(split_arena_replica(), target, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, xcore::arena_named(arena));
  return xcore::schedule(network, plan.network_plan.plan, target, {});
}

TEST(XcoreBoards, PlatformMovesTheLinesThatTheStepByStepInterpreterCounts) {
  Target target = load_target("xcore.ai");
  // TileInterpreter models a cache with true LRU replacement, so the cache of the target must also
  // have LRU replacement.
  target.memories[test::tile_extram].cache->replacement = CacheParameters::Replacement::lru;
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
  // With a flash that is four times as fast, a load gets the words of a cache line within 16 ticks.
  // Filling or evicting a cache line takes longer, so words would be lost, and the run must end
  // with an error.
  std::get<LatencyBandwidthParameters>(target.memories[test::tile_flash].timing).bytes_per_cycle *=
      4;
  EXPECT_THAT(test::user_error([&] { simulate(target, program); }, ExitCode::run_failed),
              testing::HasSubstr("the load would lose words"));
}

double ticks_per_pixel(std::int32_t inputs, std::int32_t outputs, const std::string& weights,
                       const std::string& arena = "sram") {
  constexpr std::int32_t pixels = 40;
  const Target target = load_target("xcore.ai-2022");
  const Network network = xcore::lower(test::pointwise(inputs, outputs, pixels), target, {});
  xcore::ArenaOptions options = xcore::arena_named(arena);
  options.constants = weights;
  const xcore::ArenaPlan plan = xcore::plan_arena(network, target, options);
  const Timing timing =
      simulate(target, xcore::schedule(network, plan.network_plan.plan, target, {}));
  constexpr double tick_khz = 100'000;
  return static_cast<double>(timing.total) * tick_khz / static_cast<double>(target.clock_khz) /
         pixels;
}

struct Layer {
  std::int32_t inputs, outputs;
  double in_sram, weights_external, all_external;  // published ticks per pixel
};

void PrintTo(const Layer& layer, std::ostream* out) {
  *out << layer.inputs << "x" << layer.outputs;
}

class SecondBoardOnPlatform : public testing::TestWithParam<Layer> {};

TEST_P(SecondBoardOnPlatform, ExternalWeightsCostWhatWasPublished) {
  const Layer& layer = GetParam();
  const double external = ticks_per_pixel(layer.inputs, layer.outputs, "extram") -
                          ticks_per_pixel(layer.inputs, layer.outputs, "sram");
  EXPECT_NEAR(external / (layer.weights_external - layer.in_sram), 1, 0.06);
}

TEST_P(SecondBoardOnPlatform, EverythingExternalCostsWhatWasPublished) {
  const Layer& layer = GetParam();
  const double all = ticks_per_pixel(layer.inputs, layer.outputs, "extram", "extram");
  EXPECT_NEAR(all / layer.all_external, 1, 0.06);
}

INSTANTIATE_TEST_SUITE_P(Layers, SecondBoardOnPlatform,
                         testing::Values(Layer{32, 64, 712, 4'782, 6'987},
                                         Layer{128, 128, 2'018, 30'604, 38'047},
                                         Layer{256, 256, 5'744, 117'533, 141'408}));

/// With keep_slices, the simulator arbitrates each cache line at the port. Without keep_slices, it
/// computes the times of cache lines directly. The two runs must have equal times.
void expect_same_as_arbitrated(const Target& target, const Program& program) {
  SimulationOptions arbitrated;
  arbitrated.keep_slices = true;
  const Timing slow = simulate(target, program, arbitrated), fast = simulate(target, program);
  EXPECT_EQ(fast.total, slow.total);
  ASSERT_EQ(fast.operators.size(), slow.operators.size());
  for (std::size_t i = 0; i < fast.operators.size(); ++i) {
    const OperatorTiming &a = fast.operators[i], &b = slow.operators[i];
    EXPECT_EQ(a.start, b.start) << a.name;
    EXPECT_EQ(a.end, b.end) << a.name;
    EXPECT_EQ(a.memory_stall, b.memory_stall) << a.name;
    EXPECT_EQ(a.read_bytes, b.read_bytes) << a.name;
    EXPECT_EQ(a.write_bytes, b.write_bytes) << a.name;
  }
  for (std::size_t m = 0; m < fast.memories.size(); ++m) {
    EXPECT_EQ(fast.memories[m].read_bytes, slow.memories[m].read_bytes);
    EXPECT_EQ(fast.memories[m].write_bytes, slow.memories[m].write_bytes);
    EXPECT_EQ(fast.memories[m].busy, slow.memories[m].busy);
  }
}

TEST(XcoreBoards, CacheLinesTakeTheSameTimeWithAndWithoutArbitration) {
  for (const char* name : {"xcore.ai", "xcore.ai-2022"}) {
    const Target target = load_target(name);
    for (const char* arena : {"extram", "split"}) {
      expect_same_as_arbitrated(target, replica_program(target, arena));
    }
    const Network network = xcore::lower(test::pointwise(96, 48, 30), target, {});
    xcore::ArenaOptions options = xcore::arena_named("extram");
    options.constants = "extram";
    const xcore::ArenaPlan plan = xcore::plan_arena(network, target, options);
    for (const std::int32_t threads : {1, 3}) {
      xcore::ScheduleOptions schedule;
      schedule.threads = threads;
      expect_same_as_arbitrated(target,
                                xcore::schedule(network, plan.network_plan.plan, target, schedule));
    }
  }
}

}  // namespace
}  // namespace spillway
