// SPDX-License-Identifier: Apache-2.0
// Changed or damaged files of a sweep must be detected when they are read.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/merge_sweeps.h"
#include "experiments/sweep/row_check.h"
#include "experiments/sweep/sweep_meta.h"
#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

using testing::HasSubstr;

TEST(RowCheck, RemovesOnlyTheCheckThatItAdded) {
  const std::string line = with_row_check("a,\"b,c\",1");
  EXPECT_EQ(checked_row(line), "a,\"b,c\",1");
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string damaged = line;
    damaged[i] = damaged[i] == 'x' ? 'y' : 'x';
    EXPECT_EQ(checked_row(damaged), std::nullopt) << i;
    EXPECT_EQ(checked_row(line.substr(0, i)), std::nullopt) << i;
  }
}

class SlowDamage : public test::SmallSweep {
 protected:
  void SetUp() override {
    SmallSweep::SetUp();
    sizes_ = "sram=4K:6K:1K";
  }

  int run(const std::string& name, const std::vector<std::string>& more = {}) {
    return test::Program(arguments(name, more), file("log")).wait();
  }

  void replace(const std::string& name, const std::string& what, const std::string& by) {
    std::string text = read_text(file(name));
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what << " in " << text;
    write_file(file(name), text.replace(at, what.size(), by));
  }
};

TEST_F(SlowDamage, EveryFigureOfADescriptionIsChecked) {
  ASSERT_EQ(run("a.csv", {"--shard", "1/2"}), 0);
  ASSERT_EQ(run("b.csv", {"--shard", "2/2"}), 0);
  const std::string meta = read_text(file("a.csv.meta.json"));
  const std::vector<std::pair<std::string, std::string>> damages = {
      {"\"total_points\": 18", "\"total_points\": 4611686018427387904"},
      {"\"total_points\": 18", "\"total_points\": -1"},
      {"\"total_points\": 18", "\"total_points\": 0"},
      {"\"total_points\": 18", "\"total_points\": 1e300"},
      {"\"total_points\": 18", "\"total_points\": \"18\""},
      {"\"shard\": 1", "\"shard\": 3"},
      {"\"shards\": 2", "\"shards\": -2"},
      {"\"points\": \"", "\"points\": \"6569 "},
      {"\"points\": \"", "\"points\": \"17-0 "},
      {"\"points\": \"", "\"points\": \"3 3 "},
      {"\"points\": \"", "\"points\": \"0-99999999999999999999 "},
      {"\"schema_version\": 1", "\"schema_version\": 7"},
      {"{", "["},
  };
  for (const auto& [what, by] : damages) {
    write_file(file("a.csv.meta.json"), meta);
    replace("a.csv.meta.json", what, by);
    EXPECT_THAT(merge_error({file("a.csv"), file("b.csv")}),
                HasSubstr("not the description of a sweep"))
        << by;
  }
  // The test removes one blank of the sweep's description (FILE.meta.json), and repeats this for
  // each blank after "points". Reading the damaged description may fail, but must not crash.
  for (std::size_t at = meta.find("\"points\"");
       (at = meta.find(' ', at + 1)) != std::string::npos;) {
    std::string damaged = meta;
    write_file(file("a.csv.meta.json"), damaged.erase(at, 1));
    try {
      merge_sweeps({file("a.csv"), file("b.csv")}, "");
    } catch (const UserError&) {
    }
  }
}

TEST_F(SlowDamage, AChangedFigureOfAShardIsNoticed) {
  ASSERT_EQ(run("a.csv"), 0);
  replace("a.csv", ",ok,,0,", ",ok,,0,1");
  EXPECT_THAT(merge_error({file("a.csv")}), HasSubstr("a.csv:"));
  EXPECT_THAT(merge_error({file("a.csv")}), HasSubstr("does not agree with its checksum"));
}

TEST_F(SlowDamage, ChangedOrderOfRowsIsNoticed) {
  ASSERT_EQ(run("a.csv"), 0);
  std::string text = read_text(file("a.csv"));
  const std::size_t first = text.find('\n') + 1, second = text.find('\n', first) + 1;
  const std::size_t third = text.find('\n', second) + 1;
  write_file(file("a.csv"), text.substr(0, first) + text.substr(second, third - second) +
                                text.substr(first, second - first) + text.substr(third));
  EXPECT_NE(merge_error({file("a.csv")}), "");
}

TEST_F(SlowDamage, ADamagedRowIsSimulatedAgain) {
  const std::string whole = expected();
  for (const char* what : {",ok,,0,", "Dedicated_Sram", ","}) {
    ASSERT_EQ(run("a.csv"), 0);
    replace("a.csv", what, what[1] == 'o' ? ",ok,,0,1" : "XX");
    // The first comma is in the header. If the header is damaged, the file has other columns, and
    // the sweep refuses the file instead of repairing it.
    if (std::string(what) == ",") continue;
    EXPECT_EQ(run("a.csv"), 0) << read_text(file("log"));
    EXPECT_THAT(read_text(file("log")), HasSubstr("1 rows did not agree with their checksums"));
    EXPECT_EQ(read_text(file("a.csv")), whole);
    EXPECT_EQ(merge_sweeps({file("a.csv")}, "").csv, whole);
  }
}

TEST_F(SlowDamage, RowsOfTwoBuildsDoNotMix) {
  ASSERT_EQ(run("a.csv", {"--shard", "1/2"}), 0);
  ASSERT_EQ(run("b.csv", {"--shard", "2/2"}), 0);
  replace("b.csv.meta.json", "\"build\": \"", "\"build\": \"0");
  EXPECT_THAT(merge_error({file("a.csv"), file("b.csv")}), HasSubstr("was written by build"));
  EXPECT_EQ(run("b.csv", {"--shard", "2/2"}), 3);
  EXPECT_THAT(read_text(file("log")), HasSubstr("was begun by another build"));
}

TEST_F(SlowDamage, RowsThatFailedAreTriedAgain) {
  const std::string whole = expected();
  ASSERT_EQ(run("a.csv", {"--point-timeout", "0.001"}), 1);
  EXPECT_THAT(read_text(file("a.csv")), HasSubstr(",failed,took longer than 0.001 s,"));
  ASSERT_EQ(run("a.csv", {"--keep-failed"}), 1);
  EXPECT_THAT(read_text(file("a.csv")), HasSubstr(",failed,"));
  ASSERT_EQ(run("a.csv"), 0) << read_text(file("log"));
  EXPECT_EQ(read_text(file("a.csv")), whole);
}

TEST_F(SlowDamage, ALinkedOutputStaysALinkAndNothingStaleIsLeft) {
  const std::string whole = expected();
  std::filesystem::create_directory(file("far"));
  std::filesystem::create_symlink("far/out.csv", file("a.csv"));
  write_file(file("far/out.csv.new-1-0"), "left by a killed process");
  ASSERT_EQ(run("a.csv"), 0) << read_text(file("log"));
  EXPECT_TRUE(std::filesystem::is_symlink(file("a.csv")));
  EXPECT_EQ(read_text(file("far/out.csv")), whole);
  EXPECT_FALSE(std::filesystem::exists(file("far/out.csv.new-1-0")));
  EXPECT_TRUE(std::filesystem::exists(file("far/out.csv.meta.json")));
  EXPECT_EQ(merge_sweeps({file("a.csv")}, "").csv, whole);
}

}  // namespace
}  // namespace spillway
