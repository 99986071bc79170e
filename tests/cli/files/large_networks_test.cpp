// SPDX-License-Identifier: Apache-2.0
// Small files may declare huge tensors. A command must check that the tensors can fit before it
// allocates memory for them.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/scratch_folder.h"
#include "traces/csv/network_csv.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class LargeNetworks : public test::InScratchFolder {
 protected:
  std::string file_of(const Network& network) {
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    write_file(path("large.tflite"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return path("large.tflite");
  }

  // Runs many commands on the file. Every command must succeed or fail with a reason; it must not
  // crash or report an internal error.
  void expect_a_reason(const std::string& file) {
    for (const char* target : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256", "xcore.ai"}) {
      for (const std::vector<std::string>& command :
           {std::vector<std::string>{"run"},
            {"run", "--planner", "search"},
            {"compare", "--planner", "cadence-greedy,search"},
            {"advise", "--quick", "--jobs", "1"},
            {"arena"},
            {"plan"}}) {
        std::vector<std::string> words = {command[0], file, "--target", target};
        words.insert(words.end(), command.begin() + 1, command.end());
        const test::Outcome outcome = test::outcome_of(words);
        EXPECT_THAT(outcome.code, AnyOf(ExitCode::ok, ExitCode::run_failed, ExitCode::input_file))
            << testing::PrintToString(words) << outcome.err;
        EXPECT_THAT(outcome.err, testing::Not(HasSubstr("defect")))
            << testing::PrintToString(words);
      }
    }
  }
};

TEST_F(LargeNetworks, NetworksWithoutOperatorsGetAnAnswer) {
  test::NetworkBuilder build;
  const TensorIndex map = build.input({1, 4, 4, 8});
  expect_a_reason(file_of(build.finish(map)));
}

TEST_F(LargeNetworks, MapsOf34GigabytesDoNotFit) {
  test::NetworkBuilder build;
  const TensorIndex map = build.input({1, 65535, 65535, 8});
  expect_a_reason(file_of(build.finish(build.convolution(map, 8))));
}

// The test writes a network CSV, which contains the sizes of tensors but no values. A .tflite file
// could not hold these weights, because it holds at most 2 GB of constants.
TEST_F(LargeNetworks, WeightsOf230GigabytesDoNotFit) {
  test::NetworkBuilder build;
  const TensorIndex map = build.input({1, 1, 1, 480'000});
  write_file(path("large.csv"), write_network_csv(build.finish(build.convolution(map, 480'000))));
  expect_a_reason(path("large.csv"));
}

// These tests are slow: each network has maps of two million elements, and about twenty commands
// read it.
class LongLargeNetworks : public LargeNetworks {};

TEST_F(LongLargeNetworks, ASoftmaxOfManyRowsIsAnsweredOrRefusedWithAReason) {
  test::NetworkBuilder build;
  const TensorIndex map = build.input({1, 2'000, 1, 1'000});
  const TensorIndex out = build.map({1, 2'000, 1, 1'000});
  build.op(OpType::softmax, {map}, {out});
  expect_a_reason(file_of(build.finish(out)));
}

}  // namespace
}  // namespace spillway::cli
