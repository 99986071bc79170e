// SPDX-License-Identifier: Apache-2.0
// The energy of the MACs of a run is their number times the energy of one MAC, which a target file
// gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/point/design_point.h"
#include "report/run_summary.h"
#include "tests/scratch_folder.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* head =
    "base = \"ethos-u55-128\"\nname = \"mine\"\ndescription = \"a test\"\n";

class MacEnergy : public test::InScratchFolder {
 protected:
  PointResult run_on(const std::string& energy) {
    DesignPoint point;
    point.target = path("mine.toml");
    write_file(point.target, head + energy);
    return run_point(load_network("ds_cnn"), point);
  }
  static std::int64_t macs_of(const PointResult& result) {
    std::int64_t macs = 0;
    for (const ProgramOperator& op : result.program.operators) macs += op.macs;
    return macs;
  }
  std::string refusal_of(const std::string& energy) {
    return test::user_error([&] { run_on(energy); });
  }
};

TEST_F(MacEnergy, IsAddedForEveryMultiplyAccumulate) {
  const PointResult result = run_on("[energy]\npj_per_mac = 0.5\n");
  ASSERT_TRUE(result.timing.mac_energy_pj);
  EXPECT_GT(macs_of(result), 1'000'000);
  EXPECT_DOUBLE_EQ(*result.timing.mac_energy_pj, 0.5 * static_cast<double>(macs_of(result)));
  EXPECT_THAT(printed_text(run_summary(result.timing, false)), HasSubstr("\nMACs "));
}

TEST_F(MacEnergy, ChangesNothingElse) {
  const PointResult with = run_on("[energy]\npj_per_mac = 0.5\n");
  const PointResult without = run_on("");
  EXPECT_FALSE(without.timing.mac_energy_pj);
  EXPECT_EQ(with.timing.total, without.timing.total);
  EXPECT_THAT(printed_text(run_summary(without.timing, false)), Not(HasSubstr("\nMACs ")));
}

TEST_F(MacEnergy, IsInheritedOnlyForTheSameProcessor) {
  run_on("[energy]\npj_per_mac = 0.5\n");
  const std::string base = "base = \"mine.toml\"\nname = \"b\"\ndescription = \"b\"\n";
  write_file(path("same.toml"), base);
  write_file(path("other.toml"),
             base + "[processor]\nkind = \"ethos-u55\"\nmacs_per_cycle = 32\ncores = 1\n");
  EXPECT_EQ(load_target(path("same.toml")).pj_per_mac, 0.5);
  EXPECT_FALSE(load_target(path("other.toml")).pj_per_mac);
}

TEST_F(MacEnergy, BadValuesAreRefusedWhereTheyStand) {
  for (const char* value : {"-1", "1e7", "nan", "\"much\""}) {
    EXPECT_THAT(refusal_of("[energy]\npj_per_mac = " + std::string(value) + "\n"),
                HasSubstr("mine.toml:5:"))
        << value;
  }
  EXPECT_THAT(refusal_of("[energy]\npj_per_macs = 1\n"), HasSubstr("did you mean 'pj_per_mac'"));
}

TEST_F(MacEnergy, NoBuiltinTargetHasAFigureWithoutASource) {
  for (const std::string& name : target_names()) EXPECT_FALSE(load_target(name).pj_per_mac) << name;
}

}  // namespace
}  // namespace spillway
