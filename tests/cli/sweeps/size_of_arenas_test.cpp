// SPDX-License-Identifier: Apache-2.0
// Tests `size` and `advise` for arenas that consist of several memories.
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Not;

class SizeOfArenas : public test::InScratchFolder {
 protected:
  static Json size_of(const Words& words) {
    return test::answer_of(with({"size", "ds_cnn", "--target", "xcore.ai"}, words));
  }

  // Runs the command in the field "command" of `point`. Returns the peak in bytes of `memory` in
  // this run; -1 if the run does not use the memory.
  Bytes peak_of(const Json& point, const std::string& memory) const {
    test::cycles_of_command(point["command"], path("run.json"));
    const Json run = Json::parse(read_text(path("run.json")));
    for (const Json& row : run["timing"]["memories"]) {
      if (row["name"] == memory) return row["peak_bytes"];
    }
    return -1;
  }
};

TEST_F(SizeOfArenas, AnArenaInBothMemoriesLeavesTheRestOutside) {
  const Json answers =
      size_of({"--arena", "sram+extram", "--latency", "10ms", "--step", "4K", "--up-to", "32K"});
  const Json& answer = answers["answers"][0];
  ASSERT_EQ(answers["memory"], "sram");
  ASSERT_TRUE(answer["smallest"].is_object());
  EXPECT_GT(answer["smallest"]["outside_bytes"]["extram"], 0);
  for (const Json& point : answer["curve"]) {
    const Json outside = point["outside_bytes"];
    EXPECT_EQ(outside.value("extram", Bytes{0}), peak_of(point, "extram")) << point;
  }
  EXPECT_LT(answer["smallest"]["size_bytes"], answer["curve"].back()["size_bytes"]);
  EXPECT_TRUE(answer["curve"].back()["outside_bytes"].empty());
}

TEST_F(SizeOfArenas, ASplitArenaHasItsOperatorDataOutsideAtEverySize) {
  const Json split = size_of({"--arena", "split", "--within", "5%", "--step", "4K"});
  for (const Json& point : split["answers"][0]["curve"]) {
    EXPECT_EQ(point["outside_bytes"]["extram"], peak_of(point, "extram"));
    EXPECT_GT(point["outside_bytes"]["extram"], 0);
  }
  const Json one = size_of({"--arena", "sram", "--within", "5%", "--step", "4K"});
  EXPECT_TRUE(one["answers"][0]["smallest"]["outside_bytes"].empty());
}

// To find the time with unlimited memory, `size` usually simulates a memory of 1 GiB. The memory
// part (DRAM chip) of this external RAM has only 64 MiB, so `size` must simulate 64 MiB.
TEST_F(SizeOfArenas, FindsTheSizeOfAMemoryWhosePartHasALimit) {
  const Json answers =
      size_of({"--arena", "split", "--of", "extram", "--within", "5%", "--step", "1K"});
  EXPECT_EQ(answers["memory"], "extram");
  EXPECT_EQ(answers["answers"][0]["roomy"]["size_bytes"], 64 << 20);
  EXPECT_GT(answers["answers"][0]["smallest"]["outside_bytes"]["sram"], 0);
  const test::Outcome outcome = test::outcome_of({"size", "ds_cnn", "--target", "xcore.ai", "--of",
                                                  "extram", "--up-to", "1G", "--within", "5%"});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, HasSubstr("--up-to: 1G is more than the 64M"));
}

TEST_F(SizeOfArenas, EveryVariedArenaHasItsDefaultPlanners) {
  const Json answers =
      size_of({"--vary", "arena=sram,sram+extram", "--within", "5%", "--step", "8K"});
  EXPECT_THAT(answers["planners"], AllOf(Contains("xformer"), Contains("belady")));
  EXPECT_EQ(answers["answers"].size(), 2U);
}

TEST_F(SizeOfArenas, ConstantsAloneAreNotAPartOfTheArena) {
  const auto outside_of = [](const std::string& mode) {
    return test::answer_of({"size", "ds_cnn", "--target", "ethos-u65-256", "--memory-mode", mode,
                            "--within", "20%", "--step",
                            "4K"})["answers"][0]["smallest"]["outside_bytes"];
  };
  EXPECT_TRUE(outside_of("Shared_Sram").empty());
  EXPECT_GT(outside_of("Dedicated_Sram")["dram"], 0);
}

TEST_F(SizeOfArenas, ImpossibleArenasAreRefusedInOneSentence) {
  for (const char* const command : {"size", "advise", "sweep", "run"}) {
    for (const char* const arena : {"sram+split", "sram+flash", "bogus", "sram+sram"}) {
      Words words = {command, "ds_cnn", "--target", "xcore.ai", "--arena", arena};
      if (std::string(command) == "size") words.insert(words.end(), {"--within", "5%"});
      const test::Outcome outcome = test::outcome_of(words);
      const std::string what = std::string(command) + " " + arena;
      EXPECT_EQ(outcome.code, ExitCode::usage) << what;
      EXPECT_THAT(outcome.err, Not(HasSubstr("\\x"))) << what;
      EXPECT_THAT(outcome.err, Not(HasSubstr("\""))) << what;
      EXPECT_THAT(outcome.err, std::string(arena) == "sram+sram"
                                   ? HasSubstr("--arena: 'sram' is given twice")
                                   : HasSubstr("takes sram, extram, sram+extram"))
          << what;
    }
  }
}

using SlowSizeOfArenas = SizeOfArenas;

TEST_F(SlowSizeOfArenas, AdviceMovesOperatorDataOutsideBesideMaps) {
  const Json answer = test::answer_of(
      {"advise", "ds_cnn", "--target", "xcore.ai", "--memory", "sram=20K", "--quick"});
  EXPECT_EQ(answer["now"]["status"], "does not fit");
  double maps = 0, with_data = 0;
  for (const Json& advice : answer["advice"]) {
    const std::string options = advice["options"];
    if (options == "--arena sram+extram") maps = advice["latency_us"];
    if (options == "--arena sram+extram --place operator_data=extram") {
      with_data = advice["latency_us"];
    }
  }
  ASSERT_GT(with_data, 0);
  EXPECT_LT(with_data, maps);
}

}  // namespace
}  // namespace spillway::cli
