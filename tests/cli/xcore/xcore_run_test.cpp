// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

using test::Outcome;

Outcome run_on_tile(const std::string& network, const std::vector<std::string>& options,
                    const std::string& target = "xcore.ai") {
  std::vector<std::string> arguments = {"run", network, "--target", target};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return test::outcome_of(arguments);
}

/// Returns the time, in ticks, in the row of the operator `name` of a printed table.
std::int64_t ticks_of(const Outcome& outcome, const std::string& name) {
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word != name) continue;
      words >> word;
      word.erase(std::remove(word.begin(), word.end(), ','), word.end());
      return std::stoll(word);
    }
  }
  ADD_FAILURE() << "no row " << name << " in\n" << outcome.out << outcome.err;
  return 0;
}

TEST(XcoreRun, OnlyParametersOfAddsCanStayInSramWithASplitArena) {
  const Outcome split = run_on_tile("split-arena-replica", {"--arena", "split"});
  const Outcome kept = run_on_tile("split-arena-replica",
                                   {"--arena", "split", "--place", "XC_add:operator_data=sram"});
  EXPECT_EQ(kept.code, ExitCode::ok) << kept.err;
  EXPECT_LT(ticks_of(kept, "OP_XC_add"), ticks_of(split, "OP_XC_add"));
  EXPECT_EQ(ticks_of(kept, "OP_SPLIT"), ticks_of(split, "OP_SPLIT"));
}

TEST(XcoreRun, LandingBuffersInSramRemoveMostOfTheCostOfExternalConvolutions) {
  const Outcome inside = run_on_tile("split-arena-replica", {"--arena", "sram"});
  const Outcome outside = run_on_tile("split-arena-replica", {"--arena", "extram"});
  const Outcome landed =
      run_on_tile("split-arena-replica", {"--arena", "extram", "--place", "landing=sram"});
  const std::string conv = "OP_XC_conv2d_v2";
  EXPECT_LE(10 * (ticks_of(landed, conv) - ticks_of(inside, conv)),
            ticks_of(outside, conv) - ticks_of(inside, conv));
}

TEST(XcoreRun, WeightsComeFromFlashSramOrExternalRam) {
  const Outcome flash = run_on_tile("resnet8", {"--arena", "sram", "--weights", "flash"});
  const Outcome sram = run_on_tile("resnet8", {"--arena", "sram", "--weights", "sram"});
  const Outcome extram = run_on_tile("resnet8", {"--arena", "sram", "--weights", "extram"});
  EXPECT_THAT(flash.out, HasSubstr("OP_XC_ld_flash"));
  EXPECT_THAT(sram.out, Not(HasSubstr("OP_XC_ld_flash")));
  EXPECT_THAT(extram.out, Not(HasSubstr("OP_XC_ld_flash")));
  EXPECT_GT(ticks_of(extram, "OP_XC_ld_weights"), 0);
  EXPECT_LT(ticks_of(sram, "total"), ticks_of(extram, "total"));
}

TEST(XcoreRun, ExternalWeightsAreReadInPlaceWhereTheToolsOrTheUserSaySo) {
  const std::string conv = "OP_XC_conv2d_v2";
  const Outcome loaded = run_on_tile("resnet8", {"--weights", "extram"});
  const Outcome placed =
      run_on_tile("resnet8", {"--weights", "sram", "--place", "constant=extram"});
  const Outcome older = run_on_tile("resnet8", {"--weights", "extram"}, "xcore.ai-2022");
  EXPECT_THAT(placed.out, Not(HasSubstr("OP_XC_ld_weights")));
  EXPECT_GT(ticks_of(placed, conv), 5 * ticks_of(loaded, conv));
  EXPECT_EQ(older.code, ExitCode::ok) << older.err;
  EXPECT_THAT(older.out, Not(HasSubstr("OP_XC_ld_weights")));
}

TEST(XcoreRun, OnePixelConvolutionsStayWithOneThreadWhenAsked) {
  const std::string conv = "OP_XC_conv2d_v2";
  const Outcome split = run_on_tile("autoencoder", {"--weights", "flash", "--threads", "5"});
  const Outcome whole =
      run_on_tile("autoencoder", {"--weights", "flash", "--threads", "5", "--one-pixel", "whole"});
  const Outcome one = run_on_tile("autoencoder", {"--weights", "flash"});
  EXPECT_LT(ticks_of(split, conv), ticks_of(whole, conv));
  EXPECT_EQ(ticks_of(whole, conv), ticks_of(one, conv));
  EXPECT_EQ(run_on_tile("autoencoder", {"--one-pixel", "both"}).code, ExitCode::usage);
}

TEST(XcoreRun, FiveThreadsShareTheConvolutions) {
  const Outcome one = run_on_tile("resnet8", {"--threads", "1"});
  const Outcome five = run_on_tile("resnet8", {"--threads", "5"});
  EXPECT_LT(3 * ticks_of(five, "OP_XC_conv2d_v2"), ticks_of(one, "OP_XC_conv2d_v2"));
}

TEST(XcoreRun, RefusesUnknownRolesAndMemoriesOfPlacementRules) {
  const Outcome role = run_on_tile("resnet8", {"--place", "landin=sram"});
  EXPECT_NE(role.code, ExitCode::ok);
  EXPECT_THAT(role.err, HasSubstr("landin"));
  const Outcome memory = run_on_tile("resnet8", {"--place", "landing=sran"});
  EXPECT_EQ(memory.code, ExitCode::usage);
  EXPECT_THAT(memory.err, HasSubstr("sram"));
}

TEST(XcoreRun, SearchIsNeverSlowerThanAnotherPlannerWhereTheCacheDecides) {
  for (const char* threads : {"1", "5"}) {
    const Outcome compared =
        test::outcome_of({"compare", "ds_cnn", "--target", "xcore.ai", "--arena", "extram",
                          "--threads", threads, "--planner",
                          "search,xformer,cadence-greedy,vela-greedy,vela-hillclimb,exact,"
                          "tflm-greedy,banked-greedy,belady",
                          "--json", "-"});
    const auto rows = nlohmann::json::parse(compared.out)["planners"];
    std::int64_t searched = 0, fastest = std::numeric_limits<std::int64_t>::max();
    for (const auto& row : rows) {
      const auto cycles = row["total_cycles"].get<std::int64_t>();
      fastest = std::min(fastest, cycles);
      if (row["planner"] == "search") searched = cycles;
    }
    EXPECT_EQ(searched, fastest) << threads;
  }
}

TEST(XcoreRun, SaysWhichCostsNoPublishedTimeConfirms) {
  const Outcome outcome = run_on_tile("resnet8", {"--arena", "sram"});
  EXPECT_THAT(outcome.out, HasSubstr("cost table version 5; unvalidated costs"));
  EXPECT_THAT(outcome.out, HasSubstr("OP_XC_softmax x1"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("conv_glue_slots")));
}

TEST(XcoreRun, RankingsAndCostListsMarkUnvalidatedCosts) {
  std::ostringstream ranking, costs, err;
  run_command_line({"compare", "resnet8", "--target", "xcore.ai", "--planner", "xformer"},
                   {ranking, err});
  EXPECT_THAT(ranking.str(), HasSubstr("unvalidated costs"));
  run_command_line({"list", "costs"}, {costs, err});
  EXPECT_THAT(costs.str(), HasSubstr("? loops in C, counted"));
  EXPECT_EQ(err.str(), "");
}

TEST(XcoreRun, ShowsTheTotalWithoutGlueSlotsBesideTheTotalWithThem) {
  const Outcome outcome = run_on_tile("resnet8", {"--conv-glue-slots", "20"});
  const Outcome plain = run_on_tile("resnet8", {});
  EXPECT_THAT(outcome.out, HasSubstr("conv_glue_slots 20: "));
  EXPECT_THAT(outcome.out, HasSubstr("; without: "));
  EXPECT_GT(ticks_of(outcome, "total"), ticks_of(plain, "total"));
}

/// Returns the numbers in a column of the CSV file `path`. The first column has the number 0.
std::vector<double> column_of(const std::string& path, std::size_t number) {
  std::istringstream lines(read_text(path));
  std::vector<double> cells;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) cells.push_back(std::stod(split(line, ',').at(number)));
  return cells;
}

TEST(XcoreRun, KindsAddUpToTheRunAndNoThreadIsBusyLongerThanTheRun) {
  const std::string base = testing::TempDir() + "xcore_run" + std::to_string(::getpid());
  const std::string kinds = base + "_kinds.csv", threads = base + "_threads.csv";
  const Outcome outcome =
      run_on_tile("ds_cnn", {"--threads", "5", "--per-kind", kinds, "--per-thread", threads});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  double ticks = 0;
  for (const double kind : column_of(kinds, 2)) ticks += kind;
  EXPECT_EQ(static_cast<std::int64_t>(ticks), ticks_of(outcome, "total"));
  const std::vector<double> busy = column_of(threads, 4);
  EXPECT_GT(busy.size(), column_of(kinds, 1).size());
  for (const double percent : busy) {
    EXPECT_GE(percent, 0);
    // The last instruction of a thread may end one cycle after the operator, so a thread may be
    // busy for slightly more than 100 % of the time.
    EXPECT_LE(percent, 100.01);
  }
  std::remove(kinds.c_str());
  std::remove(threads.c_str());
  const Outcome npu = run_on_tile("ds_cnn", {"--per-thread", threads}, "ethos-u55-128");
  EXPECT_EQ(npu.code, ExitCode::usage);
}

TEST(XcoreRun, AnArenaInBothMemoriesHoldsWhatOneMemoryCannot) {
  const std::vector<std::string> small = {"--memory", "sram=40K", "--weights", "flash"};
  std::vector<std::string> both = small;
  both.insert(both.end(), {"--arena", "sram+extram"});
  EXPECT_EQ(run_on_tile("resnet8", small).code, ExitCode::run_failed);
  const Outcome outcome = run_on_tile("resnet8", both);
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("(arena sram+extram)\nplanner belady"));
  EXPECT_LT(ticks_of(outcome, "total"),
            ticks_of(run_on_tile("resnet8", {"--arena", "extram"}), "total"));
}

TEST(XcoreRun, ListedConvolutionsStayWithTheReferenceKernel) {
  const Outcome outcome = run_on_tile("resnet8", {"--reference", "#0"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("OP_CONV_2D"));
  const Outcome unknown = run_on_tile("resnet8", {"--reference", "no such layer"});
  EXPECT_EQ(unknown.code, ExitCode::usage);
  const Outcome lowered = run_on_tile("split-arena-replica", {"--reference", "#0"});
  EXPECT_EQ(lowered.code, ExitCode::usage);
  EXPECT_THAT(lowered.err, HasSubstr("lowered already"));
}

}  // namespace
}  // namespace spillway::cli
