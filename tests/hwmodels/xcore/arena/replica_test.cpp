// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "traces/files/split_arena_replica.h"

namespace spillway {
namespace {

using testing::Pair;

constexpr double slots_per_tick = 1.2;

/// Sums over all operators of one type.
struct Sum {
  int count = 0;
  double ticks = 0;  // ticks without the time to move cache lines of external memory
  std::int64_t fills = 0, evictions = 0, loaded = 0;
};

struct Outcome {
  xcore::ArenaPlan arena;
  std::map<std::string, Sum> kinds;

  std::int64_t fills() const {
    std::int64_t total = 0;
    for (const auto& [kind, sum] : kinds) {
      total += sum.fills;
    }
    return total;
  }
};

Outcome run_replica(const xcore::ArenaOptions& options, std::size_t lines = 8) {
  const Target tile = test::xcore_tile();
  const Network network = xcore::lower(split_arena_replica(), tile, {});
  Outcome run;
  run.arena = xcore::plan_arena(network, tile, options);
  const Program program = xcore::schedule(network, run.arena.network_plan.plan, tile, {});
  const auto counts = test::TileInterpreter(program, test::tile_extram, lines).run();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    Sum& sum = run.kinds[program.operators[i].type];
    ++sum.count;
    sum.ticks += static_cast<double>(counts[i].slots) / slots_per_tick +
                 static_cast<double>(2 * counts[i].loaded_bytes + 249 * counts[i].loads);
    sum.fills += counts[i].fills;
    sum.evictions += counts[i].evictions;
    sum.loaded += counts[i].loaded_bytes;
  }
  return run;
}

Outcome run_arena(const std::string& name) { return run_replica(xcore::arena_named(name)); }

/// The published ticks of each type of operator in a run with the arena in SRAM.
const std::map<std::string, double> sram_table = {
    {"OP_XC_ld_flash", 2659902}, {"OP_XC_conv2d_v2", 80202}, {"OP_UNPACK", 3227},
    {"OP_SPLIT", 9783},          {"OP_XC_add", 12066},       {"OP_XC_lookup", 12327},
    {"OP_XC_mul", 6970},         {"OP_RESHAPE", 508}};

TEST(XcoreReplica, HasTheOperatorsOfThePublishedTables) {
  std::map<std::string, int> count;
  for (const Operator& op : split_arena_replica().operators) {
    ++count[op.type_name];
  }
  EXPECT_THAT(count, testing::UnorderedElementsAre(
                         Pair("XC_ld_flash", 53), Pair("XC_conv2d_v2", 14), Pair("UNPACK", 4),
                         Pair("SPLIT", 4), Pair("XC_add", 20), Pair("XC_lookup", 21),
                         Pair("XC_mul", 12), Pair("RESHAPE", 3)));
}

TEST(XcoreReplica, ArenaHasThePublishedSizes) {
  const Outcome sram = run_arena("sram"), split = run_arena("split");
  EXPECT_EQ(sram.arena.transient_bytes[test::tile_sram], 149'760);
  EXPECT_EQ(sram.arena.persistent_bytes[test::tile_sram], 9'040);
  EXPECT_EQ(split.arena.transient_bytes[test::tile_sram], 149'760);
  EXPECT_EQ(split.arena.persistent_bytes[test::tile_extram], 9'040);
}

TEST(XcoreReplica, LoadsThePublishedBytesFromFlash) {
  EXPECT_EQ(run_arena("sram").kinds.at("OP_XC_ld_flash").loaded, 1'323'008);
}

TEST(XcoreReplica, ArenaInSramIsWithinFourPercentPerRow) {
  const Outcome run = run_arena("sram");
  double total = 0;
  for (const auto& [kind, published] : sram_table) {
    const double ticks = run.kinds.at(kind).ticks;
    EXPECT_NEAR(ticks / published, 1.0, 0.04) << kind;
    total += ticks;
  }
  EXPECT_NEAR(total / 2784985, 1.0, 0.002);
  EXPECT_EQ(run.fills(), 0);
}

TEST(XcoreReplica, SplitArenaReadsOperatorDataOnly) {
  const Outcome run = run_arena("split");
  EXPECT_EQ(run.kinds.at("OP_XC_ld_flash").fills, 63);
  EXPECT_EQ(run.kinds.at("OP_XC_conv2d_v2").fills, 24);
  EXPECT_EQ(run.kinds.at("OP_XC_add").fills, 104);
  EXPECT_EQ(run.kinds.at("OP_XC_lookup").fills, 34);
  EXPECT_EQ(run.kinds.at("OP_XC_mul").fills, 4);
  EXPECT_EQ(run.fills(), 229);
}

TEST(XcoreReplica, ExternalArenaMovesTheLinesOfTheAccessOrders) {
  const Outcome run = run_arena("extram");
  const auto moved = [&](const char* kind) {
    const Sum& sum = run.kinds.at(kind);
    return std::pair(sum.fills, sum.evictions);
  };
  EXPECT_THAT(moved("OP_XC_conv2d_v2"), Pair(43'667, 426));
  EXPECT_THAT(moved("OP_UNPACK"), Pair(0, 6));
  EXPECT_THAT(moved("OP_SPLIT"), Pair(64, 52));
  EXPECT_THAT(moved("OP_RESHAPE"), Pair(6, 0));
  EXPECT_EQ(run.kinds.at("OP_XC_ld_flash").fills, 63);
  // The sums of moved cache lines are not exact, because the indices of lookups are random numbers.
  // The indices determine which cache lines a lookup moves, and which lines later operators find in
  // the cache.
  const auto total = [&](const char* kind) { return moved(kind).first + moved(kind).second; };
  EXPECT_NEAR(static_cast<double>(total("OP_XC_add")), 1'256 + 248, 16);
  EXPECT_NEAR(static_cast<double>(total("OP_XC_mul")), 101 + 52, 6);
  EXPECT_NEAR(static_cast<double>(total("OP_XC_lookup")), 263 + 164, 30);
}

/// Returns the time of the operators of a type with the arena in external memory, divided by their
/// time with the arena in SRAM. The external memory adds `ticks_per_line` for every cache line that
/// is filled or evicted.
double slowdown(const Outcome& run, const char* kind) {
  constexpr double ticks_per_line = 29.1;
  const Sum& sum = run.kinds.at(kind);
  return 1 + ticks_per_line * static_cast<double>(sum.fills + sum.evictions) / sum.ticks;
}

TEST(XcoreReplica, SixteenCacheLinesSpeedUpAdd) {
  const Outcome run = run_replica(xcore::arena_named("extram"), 16);
  EXPECT_NEAR(slowdown(run, "OP_XC_add"), 1.7, 0.1);
}

TEST(XcoreReplica, TablesInSramLimitTheSlowdownOfLookupsTo45Percent) {
  xcore::ArenaOptions options = xcore::arena_named("extram");
  options.rules = {xcore::parse_placement("table=sram", {"sram", "extram", "flash"})};
  EXPECT_LE(slowdown(run_replica(options), "OP_XC_lookup"), 1.45);
}

TEST(XcoreReplica, LandingBuffersInSramRemoveNineTenthsOfTheConvolutionDelta) {
  xcore::ArenaOptions options = xcore::arena_named("extram");
  options.rules = {xcore::parse_placement("landing=sram", {"sram", "extram", "flash"})};
  const double before = slowdown(run_arena("extram"), "OP_XC_conv2d_v2") - 1;
  const double after = slowdown(run_replica(options), "OP_XC_conv2d_v2") - 1;
  EXPECT_LE(after, 0.1 * before);
}

TEST(XcoreReplica, OneRulePutsOnlyTheParametersOfAddsIntoSram) {
  xcore::ArenaOptions options = xcore::arena_named("split");
  options.rules = {xcore::parse_placement("XC_add:operator_data=sram", {"sram", "extram"})};
  const Outcome run = run_replica(options);
  EXPECT_EQ(run.arena.persistent_bytes[test::tile_sram], 20 * 168);
  EXPECT_EQ(run.kinds.at("OP_XC_add").fills, 0);
}

TEST(XcoreReplica, PlacementRulesThatSelectNothingAreErrors) {
  xcore::ArenaOptions options = xcore::arena_named("split");
  options.rules = {{"XC_sub:operator_data", "sram"}};
  EXPECT_THROW(run_replica(options), UserError);
  EXPECT_THROW(xcore::parse_placement("table", {"sram"}), UserError);
  EXPECT_THROW(xcore::parse_placement("table=dram", {"sram"}), UserError);
}

}  // namespace
}  // namespace spillway
