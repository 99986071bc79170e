// SPDX-License-Identifier: Apache-2.0
// Each test plays one kind of user. The first command that this user would type must already give a
// useful answer.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/run_program.h"
#include "tests/checkout.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/ethosu/replay/assembled_program.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::AllOf;
using testing::ContainsRegex;

std::string_view chars_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class FirstMinutes : public test::InScratchFolder {
 protected:
  FirstMinutes() {
    test::outcome_of({"convert", "ds_cnn", "--to", "tflite", "--output", path("net.tflite")});
    test::AssembledFile compiled;
    compiled.product = ethosu::Product::u65;
    compiled.macs = 256;
    compiled.convolutions = 5;
    compiled.cached = true;
    compiled.fetches = true;
    write_file(path("net_vela.tflite"), chars_of(test::assembled_bytes(compiled)));
    compiled.npu_operators = 3;
    test::RawProgram program = test::assembled_program(compiled);
    program.delegates[0].options = "--memory-mode=Dedicated_Sram_256KB";
    program.segments = true;
    write_file(path("net.pte"), chars_of(program_bytes(program)));
  }

  // Runs `commands` one after the other until the output of a command matches `answer`. Returns the
  // number of commands that ran; 0 if no output matches.
  static std::size_t commands_until(const testing::Matcher<std::string>& answer,
                                    const std::vector<Words>& commands) {
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const test::Outcome outcome = test::outcome_of(commands[i]);
      if (outcome.code == ExitCode::ok && testing::Value(outcome.out, answer)) return i + 1;
    }
    return 0;
  }
};

const testing::Matcher<std::string> says_a_time = ContainsRegex("[0-9]\\.[0-9]+ ms");

TEST_F(FirstMinutes, ShowTheTimeAndThePeakOfAPlainNetwork) {
  EXPECT_EQ(commands_until(AllOf(says_a_time, HasSubstr("sram"), HasSubstr("peak")),
                           {{"run", path("net.tflite"), "--target", "u55-128"}}),
            1U);
}

TEST_F(FirstMinutes, ShowTheTimeOfACompiledFileWithoutAnyOption) {
  EXPECT_EQ(commands_until(AllOf(says_a_time, HasSubstr("replayed as compiled")),
                           {{"run", path("net_vela.tflite")}}),
            1U);
}

TEST_F(FirstMinutes, ShowTheArenaThatTheRuntimeNeeds) {
  EXPECT_EQ(commands_until(AllOf(HasSubstr("sram"), HasSubstr("bytes")),
                           {{"plan", path("net.tflite"), "--planner", "tflm-greedy", "--memory",
                             "sram=256K"}}),
            1U);
}

TEST_F(FirstMinutes, ShowTheTimeOfAnExecutorchProgram) {
  EXPECT_EQ(commands_until(says_a_time, {{"run", path("net.pte")}}), 1U);
}

TEST_F(FirstMinutes, ShowAPlannerProgramBesideOtherPlanners) {
  if (program_file("python3").empty()) GTEST_SKIP() << "no python3";
  const std::string mine = "exec:" + test::checkout_path("examples/cadence_greedy.py");
  EXPECT_EQ(commands_until(AllOf(HasSubstr("exec:"), HasSubstr("vela-spill"), HasSubstr("bound")),
                           {{"compare", path("net.tflite"), "--target", "u65-256", "--planner",
                             mine + ",vela-spill"}}),
            1U);
}

TEST_F(FirstMinutes, ShowWhetherAFileOfChecksHolds) {
  write_file(path("ci.toml"), "kind = \"ci\"\n[[check]]\nname = \"fits\"\nnetwork = \"" +
                                  path("net.tflite") +
                                  "\"\ntarget = \"ethos-u55-128\"\nlatency = \"1s\"\n");
  EXPECT_EQ(commands_until(AllOf(HasSubstr("fits"), HasSubstr("ok")), {{"ci", path("ci.toml")}}),
            1U);
}

}  // namespace
}  // namespace spillway::cli
