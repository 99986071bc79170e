// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"
#include "tests/hwmodels/xcore/compiled/compiled_file.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

using test::Outcome;

/// Writes a network that xformer compiled to a file, and runs a command on this file without
/// --target. The program takes the target from the operators of the file. Returns the outcome of
/// the command.
Outcome run_on_own_target(const Network& network, std::vector<std::string> options,
                          const std::string& command) {
  const std::string path =
      testing::TempDir() + "xcore_compiled_run" + std::to_string(::getpid()) + ".tflite";
  write_file(path, {reinterpret_cast<const char*>(network.file->data()), network.file->size()});
  options.insert(options.begin(), {command, path});
  Outcome outcome = test::outcome_of(options);
  std::remove(path.c_str());
  return outcome;
}

Outcome run_network(const Network& network, std::vector<std::string> options,
                    const std::string& command) {
  options.insert(options.begin(), {"--target", "xcore.ai"});
  return run_on_own_target(network, std::move(options), command);
}

Outcome run_compiled(const test::Variant& variant, std::vector<std::string> options = {},
                     const std::string& command = "run") {
  return run_network(test::one_convolution(variant), std::move(options), command);
}

TEST(XcoreCompiledRun, NeedsNoTarget) {
  const Network network = test::one_convolution({});
  for (const char* command : {"run", "plan"}) {
    const Outcome own = run_on_own_target(network, {"--json", "-"}, command);
    EXPECT_EQ(own.code, ExitCode::ok) << own.err;
    EXPECT_EQ(own.out, run_network(network, {"--json", "-"}, command).out) << command;
  }
  EXPECT_THAT(run_on_own_target(network, {}, "run").out,
              HasSubstr("with the plan of its file; the target is the file's"));
}

TEST(XcoreCompiledRun, ReplaysTheFilesOwnPlanAndWork) {
  const Outcome outcome = run_compiled({});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("with the plan of its file"));
  EXPECT_THAT(outcome.out, HasSubstr("1  OP_XC_ld_flash"));
  EXPECT_THAT(outcome.out, HasSubstr("1  OP_XC_conv2d_v2"));
  // The option --xformer selects the version of xformer that lowers a plain (not compiled) network.
  // A compiled file is not lowered, so the command refuses the option.
  const Outcome version = run_compiled({}, {"--xformer", "2022"});
  EXPECT_EQ(version.code, ExitCode::usage);
  EXPECT_THAT(version.err, HasSubstr("says what each thread does"));
}

TEST(XcoreCompiledRun, IsPlannedAnewWhenAPlannerIsNamed) {
  const Outcome as_is = run_compiled({});
  const Outcome planned = run_compiled({}, {"--planner", "tflm-greedy"});
  EXPECT_EQ(planned.code, ExitCode::ok) << planned.err;
  EXPECT_THAT(planned.out, HasSubstr("planner tflm-greedy"));
  const Outcome threads = run_compiled({}, {"--threads", "2"});
  EXPECT_EQ(threads.code, ExitCode::ok) << threads.err;
  EXPECT_THAT(threads.out, HasSubstr("threads       0:"));
  EXPECT_THAT(threads.out, HasSubstr(", 1:"));
  const Outcome linked = run_compiled({}, {"--weights", "sram"});
  EXPECT_EQ(linked.code, ExitCode::ok) << linked.err;
  EXPECT_THAT(linked.out, testing::Not(HasSubstr("XC_ld_flash")));
  const Outcome external = run_compiled({}, {"--weights", "extram"});
  EXPECT_EQ(external.code, ExitCode::ok) << external.err;
  EXPECT_THAT(external.out, HasSubstr("extram stalls"));
  EXPECT_THAT(as_is.out, testing::Not(HasSubstr("extram stalls")));
}

TEST(XcoreCompiledRun, ItsPlanIsComparedWithThoseOfPlanners) {
  const Outcome outcome = run_compiled({}, {}, "compare");
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("(its file)"));
  EXPECT_THAT(outcome.out, HasSubstr("tflm-greedy"));
}

TEST(XcoreCompiledRun, PartsOfItsArenaCanBeMoved) {
  const Outcome split = run_compiled({}, {"--arena", "split", "--place", "landing=extram"});
  EXPECT_EQ(split.code, ExitCode::ok) << split.err;
  EXPECT_NE(split.out, run_compiled({}).out);
}

TEST(XcoreCompiledRun, DefectsNameFileOperatorAndKey) {
  test::Variant variant;
  variant.with_memory_parameters = false;
  const Outcome missing = run_compiled(variant);
  EXPECT_EQ(missing.code, ExitCode::input_file);
  EXPECT_THAT(missing.err, HasSubstr("xcore_compiled_run"));
  EXPECT_THAT(missing.err, HasSubstr("'mp'"));
  variant = {};
  variant.address = 32;
  EXPECT_EQ(run_compiled(variant).code, ExitCode::input_file);
}

TEST(XcoreCompiledRun, RefusesOptionsThatTheCompilerHasDecided) {
  for (const auto& options : std::vector<std::vector<std::string>>{
           {"--op-split", "0:1:2"}, {"--reference", "#0"}, {"--channelwise", "#0"}}) {
    const Outcome outcome = run_compiled({}, options);
    EXPECT_EQ(outcome.code, ExitCode::usage) << options[0];
    EXPECT_THAT(outcome.err, HasSubstr("lowered already"));
  }
}

TEST(XcoreCompiledRun, KernelsWithoutAModelRunWithAMarkedEstimate) {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 64}), y = file.tensor({1, 64});
  file.add("XC_beta_activationf32", {x}, {y}, [](flexbuffers::Builder&) {});
  file.plan({0, 64});
  const Outcome outcome = run_network(file.read({x}, {y}), {}, "run");
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("at least 0.000 ms; estimated [0-9.]+ ms, "));
  EXPECT_THAT(outcome.out, HasSubstr("; not modelled, 100.0 % of the time"));
}

/// Returns a network with one convolution. Its weights and biases, 4,544 bytes, are constants in
/// the file. Its maps need 2,048 bytes.
Network weights_in_file() {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 4, 4, 64}), weights = file.constant(4'096);
  const TensorIndex bias = file.constant(448), y = file.tensor({1, 4, 4, 64});
  file.reshape(weights, DataType::int8, {64, 64});
  file.add("XC_conv2d_1x1", {x, weights, bias}, {y}, [](flexbuffers::Builder& options) {
    options.Map("par", [&] {
      options.Int("th", 1);
      options.Vector("rc", [&] {
        options.Vector([&] {
          for (const int side : {0, 0, 4, 4}) options.Int(side);
        });
      });
    });
  });
  return file.read({x}, {y});
}

TEST(XcoreCompiledRun, RefusalsNameTheMemoriesThatFit) {
  const std::pair<const char*, std::vector<std::vector<std::string>>> cases[] = {
      {"sram=4K", {{"--weights", "extram"}}},
      {"sram=6K", {{"--weights", "extram"}, {"--arena", "extram"}}},
      {"sram=1K", {{"--arena", "extram", "--weights", "extram"}}}};
  const Network network = weights_in_file();
  for (const auto& [sram, fits] : cases) {
    const Outcome refused = run_network(network, {"--memory", sram}, "run");
    EXPECT_EQ(refused.code, ExitCode::run_failed) << refused.out;
    EXPECT_THAT(refused.err, HasSubstr("changes that make the network fit, fastest first"));
    for (std::vector<std::string> options : fits) {
      EXPECT_THAT(refused.err, HasSubstr(fmt::format("{}", fmt::join(options, " ")))) << sram;
      options.insert(options.end(), {"--memory", sram});
      const Outcome moved = run_network(network, options, "run");
      EXPECT_EQ(moved.code, ExitCode::ok) << moved.err;
    }
  }
}

/// The file has a kernel of xformer from before 2021-11. The test first runs the file with one
/// thread, which computes the region that the file gives. Then the test plans the network anew with
/// four threads.
TEST(XcoreCompiledRun, OperatorsOf2021AreReplayedAndPlannedAnew) {
  test::CompiledFile file;
  const TensorIndex x = file.tensor({1, 16, 16, 64}), weights = file.tensor({64, 64});
  const TensorIndex bias = file.tensor({448}), y = file.tensor({1, 16, 16, 64});
  file.add("XC_conv2d_1x1", {x, weights, bias}, {y}, [](flexbuffers::Builder& options) {
    options.Map("par", [&] {
      options.Int("th", 1);
      options.Vector("rc", [&] {
        options.Vector([&] {
          for (const int side : {0, 0, 16, 16}) options.Int(side);
        });
      });
    });
  });
  const Network network = file.read({x, weights, bias}, {y});
  const Outcome alone = run_network(network, {}, "run");
  EXPECT_EQ(alone.code, ExitCode::ok) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("OP_XC_conv2d_1x1"));
  const Outcome shared = run_network(network, {"--threads", "4"}, "run");
  EXPECT_EQ(shared.code, ExitCode::ok) << shared.err;
  EXPECT_THAT(shared.out, HasSubstr(", 3:"));
  const Outcome compared = run_network(network, {}, "compare");
  EXPECT_EQ(compared.code, ExitCode::ok) << compared.err;
}

}  // namespace
}  // namespace spillway::cli
