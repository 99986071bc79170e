// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/ci/ci_reports.h"
#include "tests/checkout.h"
#include "tests/scratch_folder.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Ci : public test::InScratchFolder {
 protected:
  CiFile parse(const std::string& text) const {
    return parse_ci_file("kind = \"ci\"\n" + text, path("spillway.toml"));
  }
};

std::string check(const std::string& more, const std::string& memory = "8K") {
  return "[[check]]\nnetwork = \"ds_cnn\"\ntarget = \"ethos-u65-256\"\n"
         "memory-mode = \"Dedicated_Sram\"\nmemory = [\"sram=" +
         memory + "\"]\n" + more;
}

TEST_F(Ci, ABudgetIsKeptToTheMicrosecondAndTheByte) {
  const std::vector<CiResult> first = run_ci(parse(check("")));
  ASSERT_EQ(first[0].failure, "");
  const double latency = first[0].now.latency_us;
  const auto with = [&](double us, Bytes sram) {
    return run_ci(
        parse(check("latency = \"" + std::to_string(us) + "us\"\n[check.bytes]\nsram = \"" +
                    std::to_string(sram) + "\"\n")))[0];
  };
  const Bytes peak = first[0].now.peaks[0].second;
  EXPECT_THAT(with(latency + 0.001, peak).missed, ElementsAre());
  EXPECT_THAT(with(latency - 0.001, peak).missed, ElementsAre(HasSubstr("latency")));
  EXPECT_THAT(with(latency + 0.001, peak - 1).missed, ElementsAre(HasSubstr("sram")));
  EXPECT_EQ(exit_code_of({with(latency - 0.001, peak)}), ExitCode::check_missed);
  EXPECT_EQ(exit_code_of(first), ExitCode::ok);
}

TEST_F(Ci, AgainstItsOwnBaselineNothingChangedAndAgainstAnotherTheOperatorsAddUp) {
  write_file(path("baseline.json"), ci_document(run_ci(parse(check("name = \"one\"\n", "64K")))));
  const std::string file = "baseline = \"baseline.json\"\nslower = \"1%\"\n";
  const CiResult same = run_ci(parse(file + check("name = \"one\"\n", "64K")))[0];
  ASSERT_TRUE(same.before);
  EXPECT_THAT(changes_of(same), ElementsAre());
  EXPECT_THAT(same.missed, ElementsAre());
  const CiResult slower = run_ci(parse(file + check("name = \"one\"\n", "8K")))[0];
  EXPECT_THAT(slower.missed, ElementsAre(HasSubstr("over the baseline")));
  Cycles moved = 0;
  for (const CiChange& change : changes_of(slower)) {
    moved += change.now.value_or(0) - change.before.value_or(0);
  }
  EXPECT_EQ(moved, slower.now.total_cycles - slower.before->total_cycles);
}

TEST_F(Ci, TheExampleKeepsItsBudgets) {
  const std::string example = test::checkout_path("examples/ci/spillway.toml");
  const std::vector<CiResult> results = run_ci(parse_ci_file(read_text(example), example));
  EXPECT_EQ(results.size(), 2U);
  EXPECT_EQ(exit_code_of(results), ExitCode::ok) << printed_text(ci_printout(results));
}

TEST_F(Ci, AnOperatorOfOnlyOneSideIsNewOrGone) {
  CiResult result;
  result.before.emplace();
  result.before->operators = {{"a", "CONV_2D", 10}, {"b", "ADD", 5}, {"b", "ADD", 6}};
  result.now.operators = {{"a", "CONV_2D", 10}, {"b", "ADD", 5}, {"c", "ADD", 7}};
  const std::vector<CiChange> changes = changes_of(result);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].name, "c");
  EXPECT_FALSE(changes[0].before);
  EXPECT_EQ(changes[1].name, "b");
  EXPECT_FALSE(changes[1].now);
  EXPECT_EQ(changes[1].before, 6);
}

TEST_F(Ci, ACheckThatCannotRunFailsAndTheOtherChecksRun) {
  const std::vector<CiResult> results =
      run_ci(parse(check("name = \"small\"\narena = [\"sram\"]\n", "64") + check("")));
  EXPECT_THAT(results[0].failure, HasSubstr("does not fit"));
  EXPECT_EQ(results[1].failure, "");
  EXPECT_EQ(exit_code_of(results), ExitCode::run_failed);
  const std::string junit = ci_junit(results);
  EXPECT_THAT(junit, HasSubstr("tests=\"2\" failures=\"0\" errors=\"1\""));
}

TEST_F(Ci, ANetworkOrBaselineThatIsMissingFailsItsOwnCheckAlone) {
  const std::vector<CiResult> results =
      run_ci(parse("baseline = \"none.json\"\n[[check]]\nnetwork = \"gone.tflite\"\ntarget = "
                   "\"ethos-u65-256\"\n" +
                   check("")));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].name, "baseline");
  EXPECT_THAT(results[0].failure, HasSubstr("none.json"));
  EXPECT_EQ(results[1].name, "gone on ethos-u65-256");
  EXPECT_THAT(results[1].failure, HasSubstr("gone.tflite: cannot read"));
  EXPECT_EQ(results[2].failure, "");
  EXPECT_GT(results[2].now.total_cycles, 0);
  EXPECT_EQ(exit_code_of(results), ExitCode::run_failed);
  EXPECT_THAT(ci_junit(results), HasSubstr("tests=\"3\" failures=\"0\" errors=\"2\""));
}

TEST_F(Ci, UpdatingAcceptsAMissingBaselineAndAnyGrowth) {
  const std::string text = "baseline = \"baseline.json\"\nslower = \"1%\"\n";
  CiFile file = parse(text + check("name = \"one\"\n", "64K"));
  EXPECT_EQ(file.baseline, path("baseline.json"));
  file.updates_baseline = true;
  const std::vector<CiResult> first = run_ci(file);
  ASSERT_EQ(first.size(), 1U);
  write_file(file.baseline, ci_document(first));
  CiFile slower = parse(text + check("name = \"one\"\n", "8K"));
  EXPECT_EQ(exit_code_of(run_ci(slower)), ExitCode::check_missed);
  slower.updates_baseline = true;
  const std::vector<CiResult> accepted = run_ci(slower);
  EXPECT_EQ(exit_code_of(accepted), ExitCode::ok);
  EXPECT_GT(changes_of(accepted[0]).size(), 0U);
}

TEST_F(Ci, JUnitHasTheTimeOfEveryCheck) {
  const std::vector<CiResult> results = run_ci(parse(check("")));
  EXPECT_GT(results[0].seconds, 0);
  CiResult slow = results[0];
  slow.seconds = 1.5;
  const std::string junit = ci_junit({slow, slow});
  EXPECT_THAT(junit, HasSubstr("errors=\"0\" time=\"3.000\">"));
  EXPECT_THAT(junit, HasSubstr(" time=\"1.500\""));
}

TEST_F(Ci, ChangesThatRoundToNothingAreNotShown) {
  CiResult result;
  result.name = "one";
  result.before.emplace();
  result.before->operators = {{"still", "ADD", 1'000'000}, {"moved", "ADD", 1'000'000}};
  result.now.operators = {{"still", "ADD", 1'000'001}, {"moved", "ADD", 1'001'000}};
  EXPECT_EQ(changes_of(result).size(), 2U);
  for (const std::string& text : {printed_text(ci_printout({result})), ci_markdown("", {result})}) {
    EXPECT_THAT(text, HasSubstr("moved"));
    EXPECT_THAT(text, Not(HasSubstr("still")));
  }
}

TEST_F(Ci, ReportsEscapeNamesAndFitTheirWidth) {
  CiResult result;
  result.name = "a|b <c> \"d\" & " + std::string(300, 'x');
  result.target = "t";
  result.missed = {"late | <again>"};
  result.before.emplace();
  result.before->operators = {{std::string(300, 'y'), "ADD", 5}};
  result.now.operators = {{std::string(300, 'y'), "ADD", 6}};
  const std::string markdown = ci_markdown("", {result});
  EXPECT_THAT(markdown, HasSubstr("`a\\x7cb <c> \"d\" & x"));
  EXPECT_THAT(ci_junit({result}), HasSubstr("a|b &lt;c&gt; &quot;d&quot; &amp; "));
  EXPECT_THAT(ci_junit({result}), Not(HasSubstr("<again>")));
  const std::string text = printed_text(ci_printout({result}));
  EXPECT_LE(text.substr(0, text.find('\n')).size(), 80U);
}

TEST_F(Ci, MistakesNameTheLine) {
  const auto message = [&](const std::string& text) {
    return test::user_error([&] { parse(text); });
  };
  EXPECT_THAT(message(check("latency = \"33\"\n")), HasSubstr("spillway.toml:7"));
  EXPECT_THAT(message(check("colour = \"red\"\n")), HasSubstr("colour"));
  EXPECT_THAT(message(check("[check.bytes]\ndrma = \"1K\"\n")), HasSubstr("did you mean 'dram'"));
  EXPECT_THAT(message(check("sram = \"64K\"\n")), HasSubstr("[check.bytes] sram ="));
  EXPECT_THAT(message(check("planner = \"cadence-greddy\"\n")), HasSubstr("cadence-greedy"));
  EXPECT_THAT(message(check("") + check("")), HasSubstr("two checks"));
  EXPECT_THAT(message("slower = \"1\"\n" + check("")), HasSubstr("1%"));
  write_file(path("not.json"), "{}");
  EXPECT_THROW(run_ci(parse("baseline = \"not.json\"\n" + check(""))), UserError);
}

}  // namespace
}  // namespace spillway
