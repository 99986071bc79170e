// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "tests/cli/run_outcome.h"
#include "tests/cli/temporary_csv.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

using test::Outcome;
using test::TemporaryCsv;

Outcome run(const std::vector<std::string>& arguments) { return test::outcome_of(arguments); }

constexpr const char* three_buffers = "id,lower,upper,size\na,0,2,64\nb,1,3,32\nc,2,4,64\n";

TEST(PlanCommand, PrintsPeaksBoundTablesAndMap) {
  const TemporaryCsv file(three_buffers);
  const Outcome outcome =
      run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory", "sram=128"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("peak sram                     96 bytes\n"
                                     "peak in total                 96 bytes\n"
                                     "lower bound                   96 bytes live at once\n"
                                     "proven optimal\n"));
  EXPECT_THAT(outcome.out, HasSubstr("| sram         |                 128 |"));
  EXPECT_THAT(outcome.out, HasSubstr("sram: 96 bytes, 3 tensors, 2 bytes per column\n"));
}

TEST(PlanCommand, WritesAPlanThatCheckAccepts) {
  const TemporaryCsv file(three_buffers);
  const std::string plan = testing::TempDir() + "written_plan.csv";
  ASSERT_EQ(
      run({"plan", "--buffers", file.path(), "--memory", "sram=96,dram=1K", "--output", plan}).code,
      ExitCode::ok);
  const Outcome checked = run({"check", "--buffers", plan, "--memory", "sram=96,dram=1K"});
  EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
  EXPECT_EQ(checked.out, "3 buffers, no violation\n");
  std::remove(plan.c_str());
}

TEST(PlanCommand, FailsWithStatusFourWhenABudgetIsMissed) {
  const TemporaryCsv file(three_buffers);
  const Outcome outcome =
      run({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--require", "sram<=64"});
  EXPECT_EQ(outcome.code, ExitCode::check_missed);
  EXPECT_THAT(outcome.err, HasSubstr("sram: required 96 bytes, available 64, excess 32"));
  EXPECT_THAT(outcome.err, HasSubstr("'a' 64"));
}

TEST(PlanCommand, KeepsReservedBytesFree) {
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory", "sram=128",
                 "--reserve", "sram=32"})
                .code,
            ExitCode::ok);
  const Outcome outcome = run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory",
                               "sram=128", "--reserve", "sram=33"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_EQ(outcome.err, "spillway: proven: no plan fits into sram\n");
}

TEST(PlanCommand, MistakesInTheFileNameTheRow) {
  const auto error = [](const std::string& rows, std::vector<std::string> more = {}) {
    const TemporaryCsv file("id,lower,upper,size,offset\n" + rows);
    std::vector<std::string> arguments = {"plan", "--buffers", file.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const Outcome overlap = error("a,0,2,8,0\nb,1,3,8,4\n");
  EXPECT_EQ(overlap.code, ExitCode::input_file);
  EXPECT_THAT(overlap.err, HasSubstr(".csv:3: buffer 'b': its fixed offset makes it overlap 'a'"));
  EXPECT_THAT(error("a,0,2,0,\n").err, HasSubstr(".csv:2:7: size '0': expected 1 to"));
  EXPECT_THAT(error("a,0,2,1099511627777,\n").err, HasSubstr(".csv:2:7"));
  EXPECT_THAT(error("a,3,2,8,\n").err, HasSubstr(".csv:2:5"));
  EXPECT_THAT(error("a,0,2,8,\na,2,3,8,\n").err, HasSubstr("the id is used twice"));
  const Outcome large = error("a,0,2,80,\n", {"--memory", "sram=64"});
  EXPECT_EQ(large.code, ExitCode::run_failed);
  EXPECT_THAT(large.err, HasSubstr("16 bytes over"));
}

TEST(ConvertCommand, WritesThePlanOfAPlannerAndItsProblem) {
  const std::string file = testing::TempDir() + "converted.csv";
  const auto convert = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"convert", "ds_cnn", "--output", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  ASSERT_EQ(convert({"--to", "minimalloc.csv"}).code, ExitCode::ok);
  EXPECT_THAT(read_text(file), testing::StartsWith("id,lower,upper,size,alignment\n"));
  EXPECT_EQ(run({"plan", "--buffers", file, "--planner", "exact"}).code, ExitCode::ok);
  for (const char* form : {"plan.csv", "minimalloc.csv"}) {
    ASSERT_EQ(convert({"--to", form, "--planner", "exact", "--memory", "sram=64K"}).code,
              ExitCode::ok);
    EXPECT_EQ(run({"check", "--buffers", file, "--memory", "sram=64K"}).code, ExitCode::ok);
  }
  const Outcome tight = convert({"--to", "plan.csv", "--memory", "sram=1K"});
  EXPECT_EQ(tight.code, ExitCode::run_failed);
  EXPECT_THAT(tight.err, HasSubstr("does not fit into sram"));
  std::remove(file.c_str());
}

TEST(PlanCommand, BadOptionsAreUsageErrors) {
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan"}).code, ExitCode::usage);
  EXPECT_THAT(run({"plan", "--buffers", file.path(), "--planner", "exat"}).err,
              HasSubstr("did you mean 'exact'"));
  EXPECT_THAT(
      run({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--require", "srm<=1"}).err,
      HasSubstr("did you mean 'sram'"));
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--require", "sram=1K"}).code, ExitCode::usage);
}

TEST(PlanCommand, RefusesASearchBudgetForAPlannerWithoutASearch) {
  const TemporaryCsv file(three_buffers);
  for (const std::vector<std::string>& what :
       {std::vector<std::string>{"ds_cnn"}, std::vector<std::string>{"--buffers", file.path()}}) {
    std::vector<std::string> words = {"plan", "--search-budget", "5", "--planner",
                                      "cadence-greedy"};
    words.insert(words.end(), what.begin(), what.end());
    const Outcome refused = run(words);
    EXPECT_EQ(refused.code, ExitCode::usage);
    EXPECT_THAT(refused.err, HasSubstr("--search-budget: cadence-greedy does not search"));
    words[4] = "exact";
    EXPECT_NE(run(words).code, ExitCode::usage);
  }
}

TEST(PlanCommand, RefusesAPlannerThatWouldIgnoreFixedOffsets) {
  const TemporaryCsv file("id,lower,upper,size,offset\na,0,2,64,128\nb,1,3,32,\n");
  const Outcome refused = run({"plan", "--buffers", file.path(), "--planner", "vela-greedy"});
  EXPECT_EQ(refused.code, ExitCode::usage);
  EXPECT_THAT(refused.err, HasSubstr("planner 'vela-greedy' cannot pin 'a'"));
  EXPECT_THAT(refused.err, HasSubstr("size-threshold, exact"));
  const Outcome kept = run({"plan", "--buffers", file.path(), "--planner", "exact"});
  EXPECT_EQ(kept.code, ExitCode::ok) << kept.err;
  EXPECT_THAT(kept.out, HasSubstr("peak memory                  192 bytes"));
}

TEST(PlanCommand, PinsInputsAndOutputsOfANetwork) {
  const std::string plan = testing::TempDir() + "pinned_plan.csv";
  const Outcome outcome = run({"plan", "ds_cnn", "--memory", "sram=1M,dram=8M", "--pin",
                               "inputs=dram@4K", "--pin", "outputs=outside", "--output", plan});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(read_text(plan), HasSubstr(",4096,0,dram"));
  std::remove(plan.c_str());
  EXPECT_EQ(run({"plan", "ds_cnn", "--pin", "inputs=srma"}).code, ExitCode::usage);
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--pin", "a=outside"}).code, ExitCode::usage);
}

TEST(PlanCommand, DetailsListEveryOperatorAndMapsFitATerminal) {
  const Outcome outcome = run({"plan", "ds_cnn", "--planner", "tinyengine-firstfit"});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  const Outcome detailed = run({"plan", "ds_cnn", "--planner", "tinyengine-firstfit", "--details"});
  EXPECT_THAT(detailed.out, HasSubstr("| input index"));
  EXPECT_THAT(detailed.out, HasSubstr("| flash sum"));
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--details"}).code, ExitCode::usage);
}

TEST(RunCommand, PinsChangeWhereTheTrafficGoes) {
  const std::string plan = testing::TempDir() + "run_pinned_plan.csv";
  const auto pinned = [&](const std::string& pin) {
    return run({"run", "ds_cnn", "--target", "ethos-u65-256", "--arena", "sram+dram", "--pin", pin,
                "--plan-out", plan});
  };
  EXPECT_EQ(pinned("inputs=dram").code, ExitCode::ok) << pinned("inputs=dram").err;
  const std::string first_row = split(read_text(plan), '\n')[1];
  EXPECT_THAT(first_row, HasSubstr("dram"));
  EXPECT_EQ(pinned("inputs=outside").code, ExitCode::ok) << pinned("inputs=outside").err;
  std::remove(plan.c_str());
  EXPECT_EQ(run({"run", "ds_cnn", "--target", "xcore.ai", "--pin", "inputs=sram"}).code,
            ExitCode::usage);
}

TEST(CheckCommand, PrintsEachViolationOnItsOwnLine) {
  const TemporaryCsv file(
      "id,lower,upper,size,alignment,offset\na,0,2,64,16,0\nb,1,3,64,16,40\n"
      "c,0,1,8,1,\n");
  const Outcome outcome = run({"check", "--buffers", file.path(), "--memory", "sram=96"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_THAT(outcome.out, HasSubstr(".csv:4: 'c' has no offset\n"));
  EXPECT_THAT(outcome.out, HasSubstr("overlap: "));
  EXPECT_THAT(outcome.out, HasSubstr("misaligned: "));
  EXPECT_THAT(outcome.out, HasSubstr("out of bounds: "));
  EXPECT_EQ(outcome.err, "spillway: 4 violations\n");
}

constexpr const char* vela_text =
    "Tensor Allocation for mem_area Sram, of type set (Scratch), using allocator HillClimb:\n"
    "  0 - 1:  0x0 - 0x40:  64: 128: FeatureMap: a\n"
    "  1 - 3: 0x20 - 0x60:  64: 128: FeatureMap: b\n";

TEST(CheckCommand, ReadsTheListsOfOtherToolsByTheirContent) {
  const TemporaryCsv vela(vela_text);
  const Outcome overlapping = run({"check", "--buffers", vela.path(), "--memory", "sram=64"});
  EXPECT_EQ(overlapping.code, ExitCode::run_failed);
  EXPECT_THAT(overlapping.out, HasSubstr("overlap: "));
  EXPECT_THAT(overlapping.out, HasSubstr("out of bounds: "));
  EXPECT_EQ(run({"check", "--buffers", vela.path(), "--plan-form", "csv"}).code,
            ExitCode::input_file);
  EXPECT_THAT(run({"check", "--buffers", vela.path(), "--plan-form", "vel"}).err,
              HasSubstr("did you mean 'vela'"));
  EXPECT_EQ(run({"check", "--buffers", vela.path(), "--memory", "dram=64"}).code,
            ExitCode::input_file);
}

TEST(CheckCommand, AnExecutorchListTakesLifetimesFromBuffersOrANetwork) {
  const TemporaryCsv buffers(three_buffers);
  const std::string list = testing::TempDir() + "executorch_list.csv";
  write_file(list, "tensor,mem_id,offset\na,1,0\nb,1,64\nc,2,0\n");
  const auto check = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"check", "--buffers", list};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  EXPECT_EQ(check({"--lifetimes", buffers.path(), "--memory", "sram=96,dram=1K"}).out,
            "3 buffers, no violation\n");
  EXPECT_THAT(check({"--lifetimes", buffers.path(), "--memory", "sram=80,dram=1K"}).out,
              HasSubstr("out of bounds: "));
  EXPECT_EQ(check({}).code, ExitCode::usage);
  EXPECT_EQ(check({"--lifetimes", "ds_cnn"}).code, ExitCode::input_file);
  std::remove(list.c_str());
}

/// Returns the feature maps of a plan CSV in the format of another tool: as an allocation table of
/// Vela if `vela` is true, otherwise as a list of ExecuTorch (tensor, memory ID, offset).
std::string as_list(const std::string& plan_csv, bool vela) {
  std::string text = vela ? "Tensor Allocation for mem_area SRAM, of type set (Scratch)\n"
                          : "tensor,mem_id,offset\n";
  for (const std::string& line : split(plan_csv, '\n')) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() < 8 || cells[7] != "activation") continue;
    const Bytes offset = *parse_integer(cells[4]);
    const Bytes end = offset + *parse_integer(cells[3]);
    text += vela ? "0 - 1: " + cells[4] + " - " + std::to_string(end) + ": " + cells[3] +
                       ": 0: FeatureMap: " + cells[0] + "\n"
                 : cells[0] + ",1," + cells[4] + "\n";
  }
  return text;
}

// A plan file may already say how all weights reach the NPU and which blocks operators have.
// Options that choose these then change nothing, and the user must learn it.
TEST(RunCommand, NamesOptionsThatAPlanFileLeavesWithoutEffect) {
  const std::string plan = testing::TempDir() + "whole_plan.csv";
  const std::vector<std::string> base = {"run",           "ds_cnn",   "--target",
                                         "ethos-u65-256", "--blocks", "timed"};
  const auto simulate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return run(more);
  };
  const Outcome own = simulate({"--planner", "cadence-greedy", "--plan-out", plan});
  ASSERT_EQ(own.code, ExitCode::ok) << own.err;
  EXPECT_THAT(own.err, testing::Not(HasSubstr("has no effect")));
  const Outcome again = simulate({"--plan", plan, "--weight-policy", "in-place"});
  ASSERT_EQ(again.code, ExitCode::ok) << again.err;
  EXPECT_THAT(again.err, HasSubstr("says how all weights reach the NPU and in how many bytes: "
                                   "--weight-policy has no effect"));
  EXPECT_THAT(again.err, HasSubstr("says the blocks of all operators: --blocks has no effect"));
}

TEST(RunCommand, ReplaysThePlanThatAnotherToolsListGives) {
  const std::string plan = testing::TempDir() + "replayed_plan.csv";
  const std::string list = testing::TempDir() + "replayed_list.csv";
  const std::vector<std::string> base = {"run", "ds_cnn", "--target", "ethos-u55-128"};
  const auto simulate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return run(more);
  };
  const Outcome own = simulate({"--planner", "exact", "--plan-out", plan});
  ASSERT_EQ(own.code, ExitCode::ok) << own.err;
  const auto table = [](const Outcome& outcome) {
    // The first lines of the output name the planner and the plan file, which differ between the
    // runs. So these lines are removed.
    return outcome.out.substr(outcome.out.find("\ncount"));
  };
  EXPECT_THAT(simulate({"--plan", plan, "--planner", "exact"}).err,
              HasSubstr("leaves no feature map open"));
  const std::string csv = read_text(plan);
  for (const bool vela : {false, true}) {
    write_file(list, as_list(csv, vela));
    const Outcome replayed = simulate({"--plan", list});
    ASSERT_EQ(replayed.code, ExitCode::ok) << replayed.err;
    EXPECT_EQ(table(replayed), table(own));
    const std::string text = as_list(csv, vela);
    write_file(list, text.substr(0, text.rfind('\n', text.size() - 2) + 1));
    const Outcome filled = simulate({"--plan", list, "--planner", "exact"});
    EXPECT_EQ(filled.code, ExitCode::ok) << filled.err;
    EXPECT_THAT(filled.err, HasSubstr("says nothing of 2 feature maps ('probabilities/scratch'"));
    EXPECT_THAT(filled.err, HasSubstr("placed by exact"));
  }
  std::remove(plan.c_str());
  std::remove(list.c_str());
}

// In the file of operators, each result may overlap its operand. The planner must then place all
// three buffers at the same bytes, so the peak falls from 128 to 64 bytes.
TEST(PlanCommand, OperatorsOverBuffersLetPlannersWorkInPlace) {
  const std::string buffers = testing::TempDir() + "in_place.csv";
  const std::string operators = testing::TempDir() + "in_place.ops.csv";
  const std::string output = testing::TempDir() + "in_place_plan.csv";
  write_file(buffers, "id,lower,upper,size\na,0,2,64\nb,1,3,64\nc,2,4,64\n");
  write_file(operators, "op,inputs,output,memory_overlappable\n0,a,b,1\n1,b,c,1\n");
  const auto peak = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"plan", "--planner", "xformer", "--output", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return outcome.out.substr(0, outcome.out.find('\n'));
  };
  const std::string apart = peak({"--buffers", buffers});
  const std::string in_place = peak({"--buffers", buffers, "--operators", operators});
  EXPECT_THAT(apart, HasSubstr("128"));
  EXPECT_THAT(in_place, HasSubstr("64"));
  EXPECT_EQ(peak({"--buffers", operators}), in_place) << "the buffers lie beside";
  EXPECT_EQ(run({"check", "--buffers", output}).code, ExitCode::ok) << "sharing is declared";
  write_file(operators, "op,inputs,output,memory_overlappable\n0,a,d,1\n");
  EXPECT_THAT(run({"plan", "--buffers", buffers, "--operators", operators}).err,
              HasSubstr("in_place.ops.csv:2:5: output 'd': unknown buffer 'd'"));
  EXPECT_EQ(run({"plan", "resnet8", "--operators", operators}).code, ExitCode::usage);
  for (const std::string& file : {buffers, operators, output}) std::remove(file.c_str());
}

}  // namespace
}  // namespace spillway::cli
