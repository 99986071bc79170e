// SPDX-License-Identifier: Apache-2.0
// Registers a processor family with add_family() and its engine with add_engine(). Without changes
// to other code, the program must then lower, plan, schedule, simulate and print for this family.
#include "tests/experiments/toy_family/toy_family.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/point/design_point.h"
#include "report/operator_table.h"
#include "sim/engines/registry.h"
#include "tests/experiments/toy_family/toy_engine.h"
#include "traces/files/builtin_networks.h"

namespace spillway::test {
namespace {

class ToyFamily : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    add_family(toy_family());
    sim::add_engine({ToyEngine::name, []() -> std::unique_ptr<sim::Engine> {
                       return std::make_unique<ToyEngine>();
                     }});
  }

  PointResult run(int macs_per_cycle, int sram_bytes) const {
    const std::string file =
        testing::TempDir() + "spillway_toy_family" + std::to_string(::getpid()) + ".toml";
    write_file(file, toy_target(macs_per_cycle, sram_bytes));
    DesignPoint point;
    point.target = file;
    PointResult result = run_point(*builtin_network("resnet8"), point);
    std::filesystem::remove(file);
    return result;
  }
};

TEST_F(ToyFamily, LowersPlansSchedulesSimulatesAndPrints) {
  const PointResult result = run(16, 64 * 1024);
  const TableClock clock = result.target.processor.family().table_clock(result.target);
  const std::string table = block_text(
      operator_table(result.timing, GroupBy::kind, {clock.unit, ClockDomain{clock.clock_khz}}),
      narrowest_output);
  EXPECT_THAT(table, ::testing::HasSubstr("toy cycles"));
  EXPECT_THAT(table, ::testing::HasSubstr("CONV_2D"));
  EXPECT_EQ(result.timing.operators.size(), result.network.operators.size());
  EXPECT_GT(result.timing.total, 0);
}

TEST_F(ToyFamily, RunsOnItsOwnEngine) {
  const Timing timing = run(16, 64 * 1024).timing;
  const auto busy = [&](const std::string& track) {
    for (const EngineActivity& engine : timing.engines) {
      if (engine.name == track) return engine.busy;
    }
    return Picoseconds{-1};
  };
  Cycles computed = 0;
  for (const OperatorTiming& op : timing.operators) computed += op.compute;
  EXPECT_GT(computed, 0);
  EXPECT_EQ(busy(ToyEngine::name), timing.clock.to_time(computed));
  EXPECT_EQ(busy("compute"), 0) << "the NPU's engine has no part in it";
}

TEST_F(ToyFamily, ReactsToItsOwnParameterAndToMemory) {
  const Cycles slow = run(16, 64 * 1024).timing.total;
  EXPECT_LT(run(256, 64 * 1024).timing.total, slow);
  EXPECT_GT(run(16, 1024).timing.total, slow) << "without SRAM everything moves in slow memory";
}

TEST_F(ToyFamily, ReadsItsOwnKeysAndRefusesOtherKeys) {
  std::string text = toy_target(16, 4096);
  text.replace(text.find("macs_per_cycle"), 4, "MACS");
  EXPECT_THROW(parse_target(text, "toy.toml"), UserError);
}

}  // namespace
}  // namespace spillway::test
