// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena.h"
#include "hwmodels/xcore/lower.h"
#include "tests/hwmodels/core_interpreter.h"
#include "tests/hwmodels/xcore_tile.h"
#include "traces/split_arena_replica.h"

namespace spillway {
namespace {

using testing::Pair;

constexpr double slots_per_tick = 1.2;

/// Sums over the operators of one kind.
struct Sum {
  int count = 0;
  double ticks = 0;  // without external memory
  std::int64_t fills = 0, evictions = 0, loaded = 0;
};

struct Run {
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

Run run_replica(const xcore::ArenaOptions& options, std::size_t lines = 8) {
  const Target tile = test::xcore_tile();
  const Network network = xcore::lower(split_arena_replica(), tile, {});
  Run run;
  run.arena = xcore::plan_arena(network, tile, options);
  const Program program = xcore::schedule(network, run.arena.network_plan.plan, tile, {});
  const auto counts = test::CoreInterpreter(program, test::tile_extram, lines).run();
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

Run run_arena(const std::string& name) { return run_replica(xcore::arena_named(name)); }

/// Published ticks with the arena in SRAM.
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
  const Run sram = run_arena("sram"), split = run_arena("split");
  EXPECT_EQ(sram.arena.transient_bytes[test::tile_sram], 149'760);
  EXPECT_EQ(sram.arena.persistent_bytes[test::tile_sram], 9'040);
  EXPECT_EQ(split.arena.transient_bytes[test::tile_sram], 149'760);
  EXPECT_EQ(split.arena.persistent_bytes[test::tile_extram], 9'040);
}

TEST(XcoreReplica, LoadsThePublishedBytesFromFlash) {
  EXPECT_EQ(run_arena("sram").kinds.at("OP_XC_ld_flash").loaded, 1'323'008);
}

TEST(XcoreReplica, ArenaInSramIsWithinFourPercentPerRow) {
  const Run run = run_arena("sram");
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
  const Run run = run_arena("split");
  EXPECT_EQ(run.kinds.at("OP_XC_ld_flash").fills, 63);
  EXPECT_EQ(run.kinds.at("OP_XC_conv2d_v2").fills, 24);
  EXPECT_EQ(run.kinds.at("OP_XC_add").fills, 104);
  EXPECT_EQ(run.kinds.at("OP_XC_lookup").fills, 34);
  EXPECT_EQ(run.kinds.at("OP_XC_mul").fills, 4);
  EXPECT_EQ(run.fills(), 229);
}

TEST(XcoreReplica, ExternalArenaMovesTheLinesOfTheAccessOrders) {
  const Run run = run_arena("extram");
  const auto moved = [&](const char* kind) {
    const Sum& sum = run.kinds.at(kind);
    return std::pair(sum.fills, sum.evictions);
  };
  EXPECT_THAT(moved("OP_XC_conv2d_v2"), Pair(43'667, 426));
  EXPECT_THAT(moved("OP_UNPACK"), Pair(0, 6));
  EXPECT_THAT(moved("OP_SPLIT"), Pair(64, 52));
  EXPECT_THAT(moved("OP_XC_add"), Pair(1'256, 248));
  EXPECT_THAT(moved("OP_XC_mul"), Pair(101, 52));
  EXPECT_THAT(moved("OP_RESHAPE"), Pair(6, 0));
  EXPECT_EQ(run.kinds.at("OP_XC_ld_flash").fills, 63);
  // Table indices are drawn at random, so that lookups vary with the generator.
  const Sum& lookup = run.kinds.at("OP_XC_lookup");
  EXPECT_NEAR(static_cast<double>(lookup.fills + lookup.evictions), 263 + 164, 30);
}

}  // namespace
}  // namespace spillway
