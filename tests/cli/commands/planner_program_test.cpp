// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/run_program.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

class ProgramsAsPlanners : public test::InScratchFolder {
 protected:
  std::string script(const std::string& body) const {
    write_file(path("planner"), "#!/bin/sh\n" + body + "\n");
    fs::permissions(path("planner"), fs::perms::owner_all);
    return "exec:" + path("planner");
  }

  // Runs the command `run` with `words` and `planner`. Returns the plan as CSV and the cycles of
  // the run.
  std::pair<std::string, Json> run(const std::string& planner, Words words) const {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--planner", planner, "--json", path("run.json"), "--plan-out",
                               path("plan.csv")});
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return {read_text(path("plan.csv")),
            Json::parse(read_text(path("run.json")))["timing"]["total_cycles"]};
  }
};

const std::string example = "exec:" + test::checkout_path("examples/cadence_greedy.py");

TEST_F(ProgramsAsPlanners, TheExampleInPythonIsCadenceGreedy) {
  if (program_file("python3").empty()) GTEST_SKIP() << "no python3";
  // Unlike planner programs, cadence-greedy may place the result of an addition over an operand if
  // the maps do not fit otherwise. At the points of this list, cadence-greedy does not do so, and
  // the plans can be compared.
  const std::vector<std::pair<const char*, const char*>> points = {
      {"resnet8", "sram=160K"},
      {"mobilenet_v1_0.25_96", "sram=24K"},
      {"mobilenet_v1_0.25_96", "sram=160K"},
      {"mobilenet_v2_1.0_224", "sram=4M"}};
  for (const auto& [network, sram] : points) {
    const Words words = {network,    "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram",
                         "--memory", sram};
    EXPECT_EQ(run(example, words), run("cadence-greedy", words)) << network << " " << sram;
  }
  const Words tile = {"resnet8", "--target", "xcore.ai"};
  EXPECT_EQ(run(example, tile), run("cadence-greedy", tile));
}

TEST_F(ProgramsAsPlanners, AreIdentifiedInSweepsByTheHashOfTheirFile) {
  const std::string planner = script(R"(echo '{"schema_version":1,"placements":[]}')");
  const Words sweep = {"sweep",         "ds_cnn",         "--target",
                       "ethos-u65-256", "--planner",      planner + ",cadence-greedy",
                       "--output",      path("sweep.csv")};
  ASSERT_EQ(test::outcome_of(sweep).code, ExitCode::ok);
  const std::string rows = read_text(path("sweep.csv"));
  EXPECT_THAT(rows, HasSubstr(planner + ":"));
  // The program file now has another text, so its design points are other points. The existing
  // output file belongs to the sweep with the old program, so the command must refuse to continue
  // the file.
  script(R"(true; echo '{"schema_version":1,"placements":[]}')");
  EXPECT_EQ(test::outcome_of(sweep).code, ExitCode::input_file);
  script("exit 7");
  Words again = sweep;
  again.back() = path("failed.csv");
  EXPECT_EQ(test::outcome_of(again).code, ExitCode::run_failed);
  EXPECT_THAT(read_text(path("failed.csv")), HasSubstr("ended with status 7"));
}

TEST_F(ProgramsAsPlanners, MayReturnAWholePlan) {
  const Words words = {"resnet8",        "--target", "ethos-u65-256", "--memory-mode",
                       "Dedicated_Sram", "--memory", "sram=40K"};
  const auto [csv, cycles] = run("size-threshold", words);
  write_file(path("answer.json"), Json({{"schema_version", 1}, {"plan_csv", csv}}).dump());
  EXPECT_EQ(run(script("cat > /dev/null; cat '" + path("answer.json") + "'"), words).second,
            cycles);
}

TEST_F(ProgramsAsPlanners, GetTheCostsOfTheTarget) {
  const std::string planner = script("cat > '" + path("problem.json") +
                                     "'; echo '{\"schema_version\":1,\"placements\":[]}'");
  run(planner, {"resnet8", "--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"});
  const Json problem = Json::parse(read_text(path("problem.json")));
  EXPECT_EQ(problem["target"], "ethos-u65-256");
  EXPECT_GT(problem["memories"][1]["read_latency_cycles"], 0);
  EXPECT_GT(problem["memories"][0]["bytes_per_cycle"], problem["memories"][1]["bytes_per_cycle"]);
  EXPECT_GT(problem["operators"][0]["compute_cycles"], 0);
}

using SlowProgramsAsPlanners = ProgramsAsPlanners;

TEST_F(SlowProgramsAsPlanners, WorkInEveryCommandThatTakesAPlanner) {
  const std::string planner = script(R"(echo '{"schema_version":1,"placements":[]}')");
  const Words target = {"--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"};
  for (Words words : {Words{"plan", "ds_cnn", "--planner", planner},
                      Words{"compare", "ds_cnn", "--planner", planner + ",vela-spill"},
                      Words{"explain", "ds_cnn", "--op", "1", "--planner", planner},
                      Words{"size", "ds_cnn", "--within", "5%", "--planner", planner},
                      Words{"advise", "ds_cnn", "--quick", "--planner", planner}}) {
    words.insert(words.end(), target.begin(), target.end());
    const test::Outcome outcome = test::outcome_of(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << words[0] << ": " << outcome.err;
  }
  EXPECT_EQ(test::outcome_of({"plan", "ds_cnn", "--planner", planner}).code, ExitCode::ok);
  EXPECT_EQ(test::outcome_of(
                {"run", "ds_cnn", "--target", "ethos-u65-256", "--planner", "exec:no-such-planner"})
                .code,
            ExitCode::usage);
}

TEST_F(ProgramsAsPlanners, TheExampleInCppIsCompiledAndGivesAPlan) {
  const Words words = {"resnet8",        "--target", "ethos-u65-256", "--memory-mode",
                       "Dedicated_Sram", "--memory", "sram=40K"};
  const auto [plan, cycles] = run("exec:" SPILLWAY_EXAMPLE_PLANNER, words);
  EXPECT_GT(cycles, 0);
  EXPECT_THAT(plan, HasSubstr("sram"));
  EXPECT_THAT(plan, HasSubstr("dram"));
}

}  // namespace
}  // namespace spillway::cli
