// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/command.h"
#include "tests/cli/run_outcome.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

struct CommandOutcome {
  int code = 0;
  std::string out, err;
};

CommandOutcome spillway(const std::string& line) {
  std::istringstream words(line);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  const test::Outcome outcome = test::outcome_of(arguments);
  return {static_cast<int>(outcome.code), outcome.out, outcome.err};
}

/// A fixture that creates a folder with a few broken files. The test runs in this folder, so that
/// paths in messages are short and do not depend on the machine.
class BadInput : public testing::Test {
 protected:
  void SetUp() override {
    before_ = fs::current_path();
    folder_ = fs::path(testing::TempDir()) / ("spillway_bad_input" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::current_path(folder_);
    write("text.tflite", "this is no flatbuffer at all");
    const std::vector<std::uint8_t> whole = write_tflite(*builtin_network("ds_cnn"));
    write("truncated.tflite", {whole.begin(), whole.begin() + 3000});
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  static void write(const std::string& name, const std::string& contents) {
    std::ofstream(name, std::ios::binary) << contents;
  }

  fs::path before_, folder_;
  // Name that is too long for a file system.
  const std::string long_name_ = std::string(300, 'x') + ".tflite";
};

struct Case {
  std::string line;
  int code;
  std::string error;
};

TEST_F(BadInput, GivesOneMessageAndTheDocumentedExitCode) {
  const std::vector<Case> cases = {
      {"run text.tflite --target ethos-u55-128", 3,
       "text.tflite: is not a .tflite file: expected the identifier TFL3 at byte 4"},
      {"run truncated.tflite --target ethos-u55-128", 3,
       "truncated.tflite: is a truncated or damaged .tflite file: an offset in it points outside "
       "its 3000 bytes"},
      {"run missing.tflite --target ethos-u55-128", 3,
       "missing.tflite: cannot read: No such file or directory"},
      {"run ds_cnn --target ethos-u55-182", 2,
       "unknown target 'ethos-u55-182'; did you mean 'ethos-u55-128'?"},
      {"run ds_cnn --target ethos-u55-128 --planner tflm-gredy", 2,
       "unknown planner 'tflm-gredy'; did you mean 'tflm-greedy'?"},
      {"run ds_cnn --target ethos-u55-128 --memory srm=1M", 2,
       "unknown memory 'srm'; did you mean 'sram'?"},
      {"run ds_cnn --target ethos-u55-128 --memory sram", 2,
       "--memory: 'sram' is not NAME=SIZE, like sram=192K"},
      {"run ds_cnn --target ethos-u55-128 --per-op missing/out.csv", 1,
       "missing/out.csv: cannot write: No such file or directory"},
      {"run ds_cnn --target ethos-u55-128 --json /dev/full", 1,
       "/dev/full: cannot write: No space left on device"},
      {"run ds_cnn --target missing.toml", 3,
       "missing.toml: cannot read: No such file or directory"},
      {"run ds_cnn", 2, "--target is missing; 'spillway list targets' lists the targets"},
      {"run ds_cnn --target ethos-u55-128 --traffic-memory sram", 2,
       "--traffic-memory changes nothing without --traffic"},
      {"sweep ds_cnn --target ethos-u55-128 --chunk 8", 2,
       "--chunk changes nothing without --slurm"},
      {"compare ds_cnn --target ethos-u55-128 --planner belady --planner-timeout 8", 2,
       "--planner-timeout changes nothing: no planner here is a program (exec:PROGRAM)"},
      {"run ds_cnn --target ethos-u55-128 --plannr x", 2,
       "unknown option '--plannr'; did you mean '--planner'?"},
      {"swep ds_cnn", 2, "unknown command 'swep'; did you mean 'sweep'?"},
      {"sweep ds_cnn --target ethos-u55-128 --memory sram=64K:32K:8K", 2,
       "--memory: the range 'sram=64K:32K:8K' ends below its beginning; expected "
       "sram=32K:64K:8K"},
      {"sweep ds_cnn --target ethos-u55-128 --memory sram=32K:64K", 2,
       "--memory: the range 'sram=32K:64K' has no step; expected FIRST:LAST:STEP, like "
       "32K:64K:16K"},
      {"sweep ds_cnn --target ethos-u55-128 --memory sram=32K:64K:0", 2,
       "--memory: the range 'sram=32K:64K:0' has a step of 0; the sizes would never end"},
      {"tune " + long_name_, 3,
       long_name_ + ": no such file; a compiler cannot read networks that are built in"},
      {"run " + long_name_ + " --target xcore.ai", 3,
       long_name_ + ": cannot read: File name too long"},
  };
  for (const Case& expected : cases) {
    const CommandOutcome outcome = spillway(expected.line);
    EXPECT_EQ(outcome.code, expected.code) << expected.line;
    EXPECT_EQ(outcome.err, "spillway: " + expected.error + "\n") << expected.line;
  }
}

TEST_F(BadInput, APlanThatDoesNotFitSaysByHowMuchAndWhy) {
  const CommandOutcome outcome = spillway("run ds_cnn --target ethos-u55-128 --memory sram=8K");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, testing::HasSubstr("required 16,000 bytes, available 8,192"));
  EXPECT_THAT(outcome.err, testing::HasSubstr("largest: "));
}

TEST_F(BadInput, NeverLeavesAPartialOutputFile) {
  spillway("run ds_cnn --target ethos-u55-128 --memory sram=8K --per-op out.csv --json out.json");
  spillway("run truncated.tflite --target ethos-u55-128 --per-op out.csv");
  EXPECT_FALSE(fs::exists("out.csv"));
  EXPECT_FALSE(fs::exists("out.json"));
}

TEST(Run, PrintsTheSameBytesEveryTime) {
  const std::string line = "run ds_cnn --target ethos-u55-128 --group-by op";
  const CommandOutcome first = spillway(line);
  EXPECT_EQ(first.code, 0);
  spillway("run resnet8 --target xcore.ai --arena extram");
  EXPECT_EQ(spillway(line).out, first.out);
}

TEST(Run, TakesEveryBuiltinNetworkOnEveryKindOfProcessor) {
  for (const BuiltinNetwork& network : builtin_networks()) {
    const std::string name = network.name;
    if (name != "split-arena-replica") {
      for (const char* target :
           {"ethos-u55-32", "ethos-u55-256", "ethos-u65-512", "ethos-u85-256"}) {
        EXPECT_EQ(spillway("run " + name + " --target " + target).code, 0) << name << target;
      }
    }
    EXPECT_EQ(spillway("run " + name + " --target xcore.ai --arena extram").code, 0) << name;
  }
}

TEST(Help, ShowsEveryCommandAndItsOptions) {
  const std::string all = spillway("help").out;
  for (const CommandEntry& command : commands()) {
    EXPECT_THAT(all, testing::HasSubstr("  " + command.name));
    const CommandOutcome help = spillway("help " + command.name);
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, testing::HasSubstr("Usage: spillway " + command.name));
    EXPECT_EQ(spillway(command.name + " --help").out, help.out);
  }
}

}  // namespace
}  // namespace spillway::cli
