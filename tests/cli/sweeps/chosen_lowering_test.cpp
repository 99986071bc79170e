// SPDX-License-Identifier: Apache-2.0
// The planner `search` also chooses options of lowering. All commands must then give the same time
// for the same design point.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "experiments/rows/sweep_rows.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class ChosenLoweringCommands : public test::InScratchFolder {
 protected:
  // Returns the words of a design point on a tile with little SRAM. For this point, `search`
  // chooses the lowering option --landing, with which loads (operators that copy weights into the
  // arena) copy weights in groups.
  static Words point(const char* arena = "sram+extram") {
    return {"ds_cnn", "--target",  "xcore.ai", "--memory",        "sram=10K", "--arena",
            arena,    "--planner", "search",   "--search-budget", "3"};
  }
  static Json run() { return test::document_of(with({"run"}, point())); }
};

using SlowChosenLoweringCommands = ChosenLoweringCommands;

TEST_F(ChosenLoweringCommands, RunNamesTheChosenLowering) {
  const test::Outcome outcome = test::outcome_of(with({"run"}, point()));
  EXPECT_THAT(outcome.err, HasSubstr("planner search lowers with --landing 3840"));
  EXPECT_EQ(run()["options"]["landing"], "3840");
}

TEST_F(ChosenLoweringCommands, CompareLowersForAllPlannersAlikeAndItsCommandsRepeatTheRows) {
  Words words = with({"compare"}, point());
  words[9] = "belady,search";
  EXPECT_THAT(test::outcome_of(words).out, HasSubstr("all lowered with --landing 3840"));
  const Json answer = test::document_of(words);
  ASSERT_EQ(answer["planners"].size(), 2U);
  for (const Json& score : answer["planners"]) {
    EXPECT_EQ(test::cycles_of_command(score["command"], path("run.json")), score["total_cycles"]);
    if (score["planner"] == "search") {
      EXPECT_EQ(score["total_cycles"], run()["timing"]["total_cycles"]);
    }
  }
}

// A plan places the tensors of the lowering for which it was made. So when `compare --plan`
// compares the planner `search` with a given plan, the search must not choose another lowering.
TEST_F(ChosenLoweringCommands, AGivenPlanKeepsTheDefaultLowering) {
  const Words plain = with(point(), {"--loads", "waited"});
  const std::string plan = path("plan.csv");
  ASSERT_EQ(test::outcome_of(with({"run", "--plan-out", plan}, plain)).code, ExitCode::ok);
  const Json answer = test::document_of(with({"compare", "--plan", plan}, point()));
  ASSERT_EQ(answer["planners"].size(), 2U);
  for (const Json& score : answer["planners"]) {
    ASSERT_EQ(score["status"], "ok") << score;
    EXPECT_EQ(test::cycles_of_command(score["command"], path("run.json")), score["total_cycles"]);
  }
  EXPECT_EQ(answer["planners"][0]["total_cycles"], answer["planners"][1]["total_cycles"]);
}

TEST_F(ChosenLoweringCommands, SweepAndExplainSimulateTheSame) {
  const Json ran = run();
  const std::string file = path("sweep.csv");
  ASSERT_EQ(test::outcome_of(with({"sweep", "--output", file}, point("sram+extram"))).code,
            ExitCode::ok);
  const SweepRows rows = read_sweep_file(file);
  ASSERT_EQ(rows.size(), 1U);
  const Json cycles = ran["timing"]["total_cycles"];
  EXPECT_THAT(read_text(file), HasSubstr("," + cycles.dump() + ","));
  const Json explained = test::document_of(with({"explain", "--op", "2"}, point()));
  EXPECT_EQ(explained["total_cycles"], cycles);
}

TEST_F(SlowChosenLoweringCommands, AdviseSimulatesTheSame) {
  EXPECT_EQ(test::answer_of(with({"advise", "--quick"}, point()))["now"]["total_cycles"],
            run()["timing"]["total_cycles"]);
}

TEST_F(SlowChosenLoweringCommands, CommandsOfSizeReproduceItsResults) {
  const Json answer =
      test::answer_of({"size", "ds_cnn", "--target", "xcore.ai", "--arena", "sram+extram",
                       "--planner", "search", "--search-budget", "3", "--latency", "30ms"});
  ASSERT_EQ(answer["answers"].size(), 1U) << answer;
  const Json found = answer["answers"][0]["smallest"];
  EXPECT_LT(found["size_bytes"], 20'000);
  EXPECT_EQ(test::cycles_of_command(found["command"], path("run.json")), found["total_cycles"]);
}

}  // namespace
}  // namespace spillway::cli
