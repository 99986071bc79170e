// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/checkout.h"
#include "tests/cli/run_outcome.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

class PipedInput : public test::InScratchFolder {
 protected:
  // Runs the program with the arguments `words`, and pipes the output of the shell command `before`
  // into it. Returns what the program prints.
  std::string output_of(const std::string& before, const std::string& words) const {
    const std::string line =
        before + " | '" + test::program_path() + "' " + words + " > '" + path("out") + "'";
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
    return read_text(path("out"));
  }
};

TEST_F(PipedInput, IsANetworkForEveryCommand) {
  const std::string network = path("network.tflite");
  ASSERT_EQ(test::outcome_of({"convert", "ds_cnn", "--to", "tflite", "--output", network}).code,
            ExitCode::ok);
  const std::string direct = test::outcome_of({"run", network, "--target", "ethos-u55-128"}).out;
  const std::string cycles = direct.substr(direct.find("total"), 40);
  const std::string cat = "cat '" + network + "'";
  EXPECT_THAT(output_of(cat, "run - --target ethos-u55-128"), HasSubstr(cycles));
  EXPECT_THAT(output_of(cat, "run /dev/stdin --target ethos-u55-128"), HasSubstr(cycles));
  EXPECT_THAT(output_of(cat, "pareto - --target ethos-u55-128"), HasSubstr("1 of 1 points"));
  EXPECT_THAT(output_of(cat, "pareto /dev/stdin --target ethos-u55-128"),
              HasSubstr("1 of 1 points"));
}

TEST_F(PipedInput, OfAFileIsNotOverwrittenAndNothingRuns) {
  const std::string network = path("network.tflite");
  ASSERT_EQ(test::outcome_of({"convert", "ds_cnn", "--to", "tflite", "--output", network}).code,
            ExitCode::ok);
  const std::string before = read_text(network);
  const std::string line = "'" + test::program_path() + "' run - --target ethos-u55-128 --json '" +
                           network + "' < '" + network + "' > '" + path("out") + "' 2>&1";
  EXPECT_NE(std::system(line.c_str()), 0);
  EXPECT_EQ(read_text(path("out")), "spillway: '" + network +
                                        "' would overwrite the input '/dev/stdin'; write to "
                                        "another file\n");
  EXPECT_EQ(read_text(network), before);
}

TEST_F(PipedInput, IsAListOfBuffersForThePlanner) {
  EXPECT_THAT(
      output_of("printf 'id,lower,upper,size\\na,0,2,64\\n'", "plan --buffers - --memory sram=1K"),
      HasSubstr("peak sram                     64 bytes"));
}

}  // namespace
}  // namespace spillway::cli
