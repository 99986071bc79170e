// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "tests/cli/run_outcome.h"
#include "tests/cli/temporary_csv.h"

namespace spillway::cli {
namespace {

using test::Outcome;
using test::outcome_of;
using test::TemporaryCsv;
using testing::HasSubstr;

// Returns the place of the buffer `id` in a plan CSV, as "MEMORY+OFFSET"; "none" if the plan has no
// such buffer.
std::string place_in_plan(const std::string& plan, const std::string& id) {
  for (const std::string& line : split(read_text(plan), '\n')) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells[0] == id) return cells[7] + "+" + cells[5];
  }
  return "none";
}

TEST(PlanConstraints, ARowStaysInItsMemoryWithoutAnOffset) {
  const TemporaryCsv file("id,lower,upper,size,memory\na,0,2,64,dram\nb,0,2,32,\n");
  const std::string plan = testing::TempDir() + "kept_memory.csv";
  for (const char* planner : {"cadence-greedy", "banked-greedy", "cadence-position"}) {
    const Outcome outcome = outcome_of({"plan", "--buffers", file.path(), "--planner", planner,
                                        "--memory", "sram=1K,dram=1K", "--output", plan});
    ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    EXPECT_EQ(place_in_plan(plan, "a"), "dram+0") << planner;
    EXPECT_EQ(place_in_plan(plan, "b"), "sram+0") << planner;
  }
  const Outcome refused = outcome_of({"plan", "--buffers", file.path(), "--planner", "tflm-greedy",
                                      "--memory", "sram=1K,dram=1K"});
  EXPECT_EQ(refused.code, ExitCode::usage);
  EXPECT_THAT(refused.err, HasSubstr(file.path() + ":2:10: planner 'tflm-greedy' cannot pin 'a'"));
  std::remove(plan.c_str());
}

TEST(PlanConstraints, ARowInsideAnotherTakesItsBytes) {
  const TemporaryCsv file(
      "id,lower,upper,size,inside\nother,4,6,32,\nhost,1,4,32,\nview,3,6,16,host\n"
      "part,3,5,8,view\n");
  const std::string plan = testing::TempDir() + "inside_plan.csv";
  for (const char* planner : {"cadence-greedy", "exact", "tflm-greedy", "vela-spill"}) {
    const Outcome outcome = outcome_of({"plan", "--buffers", file.path(), "--planner", planner,
                                        "--memory", "sram=1K", "--output", plan});
    ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    EXPECT_EQ(place_in_plan(plan, "view"), place_in_plan(plan, "host")) << planner;
    EXPECT_EQ(place_in_plan(plan, "part"), place_in_plan(plan, "host")) << planner;
    EXPECT_NE(place_in_plan(plan, "other"), place_in_plan(plan, "host"))
        << planner << ": what is inside keeps the bytes";
    // The written plan repeats the constraints of the input (columns such as `inside`). So the plan
    // file is also a list of buffers, and planning these buffers must give the same plan again.
    EXPECT_EQ(outcome_of({"check", "--buffers", plan, "--memory", "sram=1K"}).code, ExitCode::ok);
    const Outcome again = outcome_of({"plan", "--buffers", plan, "--memory", "sram=1K"});
    EXPECT_EQ(again.code, ExitCode::ok) << again.err;
    std::string first = outcome.out;
    const std::size_t proof = first.find("proven optimal\n");
    if (proof != std::string::npos) first.erase(proof, std::string("proven optimal\n").size());
    EXPECT_EQ(again.out, first) << planner;
  }
  std::remove(plan.c_str());
}

TEST(PlanConstraints, ARowInsideAnotherLiesAtTheDistanceOfTheirOffsets) {
  const TemporaryCsv file(
      "id,lower,upper,size,offset,inside\nhost,0,4,32,64,\nview,2,6,16,80,host\n"
      "other,4,6,48,,\n");
  const std::string plan = testing::TempDir() + "distance_plan.csv";
  const Outcome outcome =
      outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--output", plan});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_EQ(place_in_plan(plan, "view"), "sram+80");
  EXPECT_EQ(place_in_plan(plan, "host"), "sram+64");
  std::remove(plan.c_str());
}

TEST(PlanConstraints, ARowThatCannotBeInsideAnotherIsRefusedAtItsCell) {
  const auto refused = [](const std::string& rows, const std::string& message) {
    const TemporaryCsv file("id,lower,upper,size,memory,offset,inside\n" + rows);
    const Outcome outcome =
        outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K,dram=1K"});
    EXPECT_EQ(outcome.code, ExitCode::input_file) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr(file.path() + message));
  };
  refused("a,0,2,8,,,\nb,1,3,8,,,ab\n", ":3:11: inside: unknown row 'ab'");
  refused("a,0,2,8,,,b\nb,1,3,8,,,a\n", ":2:11: inside: 'a' would be relative to itself");
  refused("a,0,2,8,,,\nb,1,3,16,,,a\n", ":3:12: inside: 'b' takes the bytes 0 to 16 of 'a'");
  refused("a,0,2,8,,,\nb,1,3,8,,64,a\n", ":3:13: inside: 'b' has a fixed offset and 'a'");
  refused("a,0,2,8,,32,\nb,1,3,8,,8,a\n", ":3:12: inside: 'b' takes the bytes -24 to -16");
  refused("a,0,2,8,sram,,\nb,1,3,8,dram,,a\n", ":3:15: inside: 'b' is in dram and 'a'");
  refused("a,0,2,8,outside,,\nb,1,3,8,,,a\n", ":3:11: inside: 'a' is outside the plan");
  refused("a,0,2,8,,0,\nb,1,4,8,,0,a\nc,2,4,8,,0,\n", ":4: buffer 'c': its fixed offset");
}

TEST(PlanConstraints, ARowBehindAnotherFollowsItsLastByte) {
  const TemporaryCsv file(
      "id,lower,upper,size,alignment,behind\nc,4,6,8,1,b\nb,3,5,8,16,a\na,0,2,20,1,\n"
      "other,5,6,40,1,\n");
  const std::string plan = testing::TempDir() + "behind_plan.csv";
  for (const char* planner : {"cadence-greedy", "cadence-position", "exact"}) {
    const Outcome outcome = outcome_of({"plan", "--buffers", file.path(), "--planner", planner,
                                        "--memory", "sram=1K", "--output", plan});
    ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    const bool first = place_in_plan(plan, "a") == "sram+0";
    EXPECT_EQ(place_in_plan(plan, "a"), first ? "sram+0" : "sram+48") << planner;
    EXPECT_EQ(place_in_plan(plan, "b"), first ? "sram+32" : "sram+80") << planner;
    EXPECT_EQ(place_in_plan(plan, "c"), first ? "sram+40" : "sram+88") << planner;
    EXPECT_EQ(place_in_plan(plan, "other"), first ? "sram+48" : "sram+0")
        << planner << ": the three are one block while any of them lives";
    EXPECT_EQ(outcome_of({"check", "--buffers", plan, "--memory", "sram=1K"}).code, ExitCode::ok);
  }
  const Outcome refused =
      outcome_of({"plan", "--buffers", file.path(), "--planner", "tflm-greedy"});
  EXPECT_EQ(refused.code, ExitCode::usage);
  EXPECT_THAT(refused.err, HasSubstr(file.path() + ":2:11: planner 'tflm-greedy' cannot pin 'c'"));
  std::remove(plan.c_str());
}

TEST(PlanConstraints, ARowBehindAFixedRowIsFixed) {
  const TemporaryCsv file(
      "id,lower,upper,size,alignment,offset,behind\na,0,2,20,1,8,\nb,3,5,8,16,,a\n"
      "other,3,5,4,1,,\n");
  const std::string plan = testing::TempDir() + "behind_fixed.csv";
  const Outcome outcome =
      outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--output", plan});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_EQ(place_in_plan(plan, "a"), "sram+8");
  EXPECT_EQ(place_in_plan(plan, "b"), "sram+32");
  std::remove(plan.c_str());
}

TEST(PlanConstraints, ARowThatCannotBeBehindAnotherIsRefusedAtItsCell) {
  const auto refused = [](const std::string& rows, const std::string& message) {
    const TemporaryCsv file("id,lower,upper,size,offset,inside,behind\n" + rows);
    const Outcome outcome = outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K"});
    EXPECT_EQ(outcome.code, ExitCode::input_file) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr(file.path() + message));
  };
  refused("a,0,2,8,,,\nb,1,3,8,,,x\n", ":3:11: behind: unknown row 'x'");
  refused("a,0,2,8,,,b\nb,1,3,8,,,a\n", ":2:11: behind: 'a' would be relative to itself");
  refused("a,0,2,8,,,\nb,1,3,8,64,,a\n", ":3:13: behind: 'b' has a fixed offset, too");
  refused("a,0,2,8,,,\nb,1,3,8,,a,a\n", ":3:12: behind: the row is inside another already");
}

TEST(PlanConstraints, ARowKeepsOutOfTheMemoriesThatItNames) {
  const TemporaryCsv file("id,lower,upper,size,not_in\na,0,2,16,sram\nb,0,2,16,\n");
  const std::string plan = testing::TempDir() + "not_in_plan.csv";
  const Outcome outcome = outcome_of(
      {"plan", "--buffers", file.path(), "--memory", "sram=1K,dram=1K", "--output", plan});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_EQ(place_in_plan(plan, "a"), "dram+0");
  EXPECT_EQ(place_in_plan(plan, "b"), "sram+0");
  const Outcome nowhere = outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K"});
  EXPECT_EQ(nowhere.code, ExitCode::input_file);
  EXPECT_THAT(nowhere.err, HasSubstr(":2: buffer 'a': every memory is blocked for it"));
  std::remove(plan.c_str());
}

TEST(PlanConstraints, AlignmentsApplyToAllBuffersToOneOrToAMemory) {
  const TemporaryCsv file("id,lower,upper,size\na,0,2,20\nb,0,2,12\nc,0,2,4\n");
  const std::string plan = testing::TempDir() + "alignment_plan.csv";
  const auto places = [&](const std::string& alignment) {
    const Outcome outcome = outcome_of({"plan", "--buffers", file.path(), "--memory", "sram=1K",
                                        "--alignment", alignment, "--output", plan});
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return place_in_plan(plan, "a") + " " + place_in_plan(plan, "b") + " " +
           place_in_plan(plan, "c");
  };
  EXPECT_EQ(places("1"), "sram+0 sram+20 sram+32");
  EXPECT_EQ(places("b=64"), "sram+64 sram+0 sram+84");
  EXPECT_EQ(places("sram=32"), "sram+0 sram+32 sram+64");
  EXPECT_EQ(places("8,c=128"), places("c=128,8"));
  const auto error = [&](const std::string& alignment) {
    return outcome_of({"plan", "--buffers", file.path(), "--alignment", alignment}).err;
  };
  EXPECT_THAT(error("d=8"), HasSubstr("--alignment: unknown memory or buffer 'd'"));
  EXPECT_THAT(error("a=0"), HasSubstr("'a=0' is not N or NAME=N"));
  const Outcome network = outcome_of(
      {"plan", "ds_cnn", "--memory", "sram=1M", "--alignment", "sram=256", "--output", plan});
  ASSERT_EQ(network.code, ExitCode::ok) << network.err;
  for (const std::string& line : split(read_text(plan), '\n')) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() > 5 && cells[0] != "id") {
      EXPECT_EQ(std::stoi(cells[5]) % 256, 0) << line;
    }
  }
  std::remove(plan.c_str());
}

TEST(PlanConstraints, TheArenaOfTinyengineHasALimit) {
  const auto planned = [](const std::vector<std::string>& more) {
    return outcome_of(test::with({"plan", "ds_cnn", "--memory", "sram=1M"}, more));
  };
  EXPECT_EQ(planned({"--planner", "tinyengine-firstfit"}).code, ExitCode::ok);
  const Outcome small = planned({"--planner", "tinyengine-firstfit", "--arena-limit", "4K"});
  EXPECT_EQ(small.code, ExitCode::run_failed);
  EXPECT_THAT(small.err, HasSubstr("does not fit"));
  EXPECT_EQ(
      planned({"--planner", "single", "--allocator", "tinyengine-firstfit", "--arena-limit", "4K"})
          .code,
      ExitCode::run_failed);
  EXPECT_THAT(planned({"--planner", "exact", "--arena-limit", "4K"}).err,
              HasSubstr("--arena-limit: exact has no limit of its own; tinyengine-firstfit has"));
}

TEST(PlanConstraints, ResultsStayOutOfTheirOperandsWhereTheUserSaysSo) {
  const std::string plan = testing::TempDir() + "in_place_switch.csv";
  const auto shared_rows = [&](const std::string& planner, const std::string& in_place) {
    const Outcome outcome = outcome_of(
        test::with_chip({"run", "mobilenet_v2_1.0_224", "--memory", "sram=48K", "--planner",
                         planner, "--in-place", in_place, "--plan-out", plan}));
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    const std::vector<std::string> lines = split(read_text(plan), '\n');
    const std::vector<std::string> header = split(lines[0], ',');
    const auto column = std::find(header.begin(), header.end(), "inside") - header.begin();
    return std::count_if(lines.begin() + 1, lines.end(), [&](const std::string& line) {
      const std::vector<std::string> cells = split(line, ',');
      return static_cast<std::ptrdiff_t>(cells.size()) > column && !cells[column].empty();
    });
  };
  for (const char* planner : {"vela", "cadence-greedy"}) {
    EXPECT_GT(shared_rows(planner, "on"), 0) << planner;
    EXPECT_EQ(shared_rows(planner, "off"), 0) << planner;
  }
  const auto bound = [](const std::string& in_place) {
    const Outcome outcome =
        outcome_of({"plan", "resnet8", "--planner", "xformer", "--in-place", in_place});
    return outcome.out.substr(outcome.out.find("lower bound"), 40);
  };
  EXPECT_NE(bound("on"), bound("off"));
  EXPECT_EQ(outcome_of({"plan", "resnet8", "--in-place", "maybe"}).code, ExitCode::usage);
  std::remove(plan.c_str());
}

}  // namespace
}  // namespace spillway::cli
