// SPDX-License-Identifier: Apache-2.0
// `latency` is another name of the planner `search`. All commands accept the name `latency`, but
// they print only `search`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "planner/add_planner.h"
#include "planner/planner.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::Not;

class PlannerAlias : public test::InScratchFolder {
 protected:
  /// Runs the command `words` with `planner` for a chip with 24 KiB of fast memory. Returns the
  /// command's standard output.
  static std::string printed(Words words, const std::string& planner) {
    words.insert(words.end(), {"--memory", "sram=24K", "--search-budget", "10", "--planner",
                               planner, "--json", "-"});
    const test::Outcome outcome = test::outcome_of(test::with_chip(words));
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return outcome.out;
  }
};

using SlowPlannerAlias = PlannerAlias;

TEST_F(SlowPlannerAlias, GivesTheSameBytesAsTheName) {
  for (const char* command : {"run", "plan", "compare"}) {
    const std::string named = printed({command, "ds_cnn"}, "search");
    EXPECT_EQ(printed({command, "ds_cnn"}, "latency"), named) << command;
    EXPECT_THAT(named, HasSubstr("search"));
  }
}

TEST_F(PlannerAlias, PlansBuffersWithoutATargetLikeTheName) {
  const auto planned = [](const char* planner) {
    return test::outcome_of({"plan", "ds_cnn", "--memory", "sram=24K", "--memory", "dram=1M",
                             "--planner", planner, "--json", "-"});
  };
  EXPECT_EQ(planned("latency").out, planned("search").out);
  EXPECT_THAT(planned("latency").out, HasSubstr("\"search\""));
}

TEST_F(SlowPlannerAlias, IsWrittenAsTheNameInSweepsAndResumesThem) {
  const auto sweep = [&](const char* planner, const std::string& file) {
    return test::outcome_of(
        test::with_chip({"sweep", "ds_cnn", "--memory", "sram=16K,24K", "--search-budget", "10",
                         "--planner", planner, "--output", path(file), "--quiet"}));
  };
  const test::Outcome named = sweep("search", "a.csv");
  ASSERT_EQ(named.code, ExitCode::ok) << named.err;
  EXPECT_EQ(sweep("latency", "a.csv").code, ExitCode::ok) << "a finished sweep, resumed";
  EXPECT_EQ(sweep("latency", "b.csv").code, ExitCode::ok);
  EXPECT_EQ(read_text(path("a.csv")), read_text(path("b.csv")));
}

TEST_F(PlannerAlias, IsAcceptedInExperimentFilesAndTheirSkipConditions) {
  write_file(path("sweep.toml"),
             "kind = \"sweep\"\ndescription = \"x\"\nnetworks = [\"ds_cnn\"]\n"
             "targets = [\"ethos-u65-256\"]\nmemory_modes = [\"Dedicated_Sram\"]\n"
             "planners = [\"latency\", \"belady\"]\nmemory.sram = [\"16K\", \"24K\"]\n"
             "skip = [\"planner = latency and memory.sram > 16K\"]\n"
             "[options]\nsearch-budget = [\"10\"]\n");
  const test::Outcome outcome =
      test::outcome_of({"sweep", path("sweep.toml"), "--output", path("rows.csv")});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  const std::string rows = read_text(path("rows.csv"));
  EXPECT_THAT(rows, HasSubstr("sram=16384,,search,"));
  EXPECT_THAT(rows, Not(HasSubstr("sram=24576,,search,")));
  EXPECT_THAT(rows, Not(HasSubstr(",latency,")));
}

TEST_F(PlannerAlias, IsListedBesideItsNameAndNotAmongTheSuggestions) {
  EXPECT_THAT(test::outcome_of({"list", "planners"}).out, HasSubstr("\nsearch (alias: latency) "));
  const std::string error =
      test::outcome_of({"plan", "ds_cnn", "--memory", "m=1M", "--planner", "zzz"}).err;
  EXPECT_THAT(error, HasSubstr("search"));
  EXPECT_THAT(error, Not(HasSubstr("latency")));
}

TEST(ListOfPlanners, BeginsWithCommonPlannersAndMarksThoseForComparison) {
  const std::string list = test::outcome_of({"list", "planners"}).out;
  EXPECT_LT(list.find("\nsearch"), list.find("for comparison: "));
  EXPECT_LT(list.find("\nexact"), list.find("for comparison: "));
  EXPECT_THAT(list, testing::ContainsRegex("\nbelady +for comparison: evicts"));
  for (const PlannerEntry& planner : planners()) {
    EXPECT_THAT("\n" + list, HasSubstr("\n" + planner.name + " "));
  }
}

TEST_F(PlannerAlias, CannotBeTheNameOfAnAddedPlanner) {
  EXPECT_EQ(without_alias("latency"), "search");
  EXPECT_EQ(without_alias("belady"), "belady");
  EXPECT_EQ(&find_planner("latency"), &find_planner("search"));
  EXPECT_THROW(add_planner({"latency", "", "", nullptr}), UserError);
}

}  // namespace
}  // namespace spillway::cli
