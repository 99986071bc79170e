// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class Pareto : public test::InScratchFolder {
 protected:
  Words chips() const {
    return {"pareto",   "ds_cnn",          "--target", "ethos-u55-64,ethos-u55-128",
            "--memory", "sram=16K:48K:16K"};
  }
};

TEST_F(Pareto, PrintedCommandsReproduceTheLatencyOfEveryUnbeatenPoint) {
  const Json answer = test::answer_of(chips());
  ASSERT_EQ(answer["networks"].size(), 1U);
  const Json& network = answer["networks"][0];
  EXPECT_EQ(network["points"], 6);
  ASSERT_GE(network["unbeaten"].size(), 2U);
  EXPECT_EQ(network["fastest"], network["unbeaten"][0]);
  for (const Json& point : network["unbeaten"]) {
    test::cycles_of_command(point["command"], path("run.json"));
    const Json run = Json::parse(read_text(path("run.json")));
    EXPECT_DOUBLE_EQ(run["timing"]["latency_us"].get<double>(), point["latency_us"]);
  }
}

TEST_F(Pareto, AnswersTheSameFromTheFileOfASweep) {
  const std::string file = path("points.csv");
  const test::Outcome swept = test::outcome_of(with(chips(), {"--output", file}));
  ASSERT_EQ(swept.code, ExitCode::ok) << swept.err;
  EXPECT_EQ(test::outcome_of({"pareto", file}).out, swept.out);
  // The output file already has all points, so the second run simulates no point.
  const test::Outcome again = test::outcome_of(with(chips(), {"--output", file}));
  EXPECT_EQ(again.out, swept.out);
  EXPECT_EQ(test::outcome_of({"pareto", file, "--planner", "single"}).code, ExitCode::usage);
}

TEST_F(Pareto, FindsTheFilesBesideTheCsvToWhichALinkLeads) {
  const std::string file = path("points.csv"), link = path("link.csv");
  const test::Outcome swept = test::outcome_of(with(chips(), {"--output", file}));
  ASSERT_EQ(swept.code, ExitCode::ok) << swept.err;
  std::filesystem::create_directory(path("far"));
  std::filesystem::create_symlink("far/merged.csv", link);
  const test::Outcome merged = test::outcome_of({"merge", file, "--output", link});
  ASSERT_EQ(merged.code, ExitCode::ok) << merged.err;
  EXPECT_EQ(test::outcome_of({"pareto", link}).out, swept.out);
  EXPECT_EQ(test::outcome_of({"pareto", path("far/merged.csv")}).out, swept.out);
}

TEST_F(Pareto, EndsWithStatusFourWhenNoPointMeetsTheDeadline) {
  EXPECT_EQ(test::outcome_of(with(chips(), {"--deadline", "33ms"})).code, ExitCode::ok);
  const test::Outcome missed = test::outcome_of(with(chips(), {"--deadline", "1us"}));
  EXPECT_EQ(missed.code, ExitCode::check_missed);
  EXPECT_THAT(missed.out, HasSubstr("no point is within 0.001 ms"));
}

TEST_F(Pareto, RefusesBadPricesAndDeadlinesBeforeItSimulates) {
  const std::string file = path("points.csv");
  for (const Words& bad : std::vector<Words>{{"--cost", "srm=1/KiB"},
                                             {"--cost", "part=LPDDR4:1"},
                                             {"--cost", "target=ethos-u55-64:1"},
                                             {"--cost", "nonsense"},
                                             {"--deadline", "soon"},
                                             {"--format", "pdf"}}) {
    EXPECT_EQ(test::outcome_of(with(with(chips(), {"--output", file}), bad)).code, ExitCode::usage)
        << bad[1];
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST_F(Pareto, PrintsItsTableForOtherDocuments) {
  const test::Outcome csv = test::outcome_of(with(chips(), {"--format", "csv"}));
  EXPECT_THAT(csv.out, testing::StartsWith("network,latency us,fast memory,fast bytes,"));
  const test::Outcome page = test::outcome_of(with(chips(), {"--report", path("page.html")}));
  EXPECT_EQ(page.code, ExitCode::ok);
  EXPECT_TRUE(std::filesystem::exists(path("page.html")));
}

}  // namespace
}  // namespace spillway::cli
