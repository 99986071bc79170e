// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

using test::Outcome;

Outcome run_split(const std::string& network, const std::vector<std::string>& splits,
                  const std::string& target = "xcore.ai") {
  std::vector<std::string> arguments = {"run", network, "--target", target};
  if (target == "xcore.ai") arguments.insert(arguments.end(), {"--weights", "flash"});
  for (const std::string& split : splits) {
    arguments.insert(arguments.end(), {"--op-split", split});
  }
  return test::outcome_of(arguments);
}

TEST(SlowXcoreOpSplit, MakesALargeNetworkFitTheTile) {
  const Outcome whole = run_split("mobilenet_v2_1.0_224", {});
  EXPECT_EQ(whole.code, ExitCode::run_failed);
  EXPECT_THAT(whole.err, HasSubstr("does not fit"));
  // The error message lists combinations of options with which the network fits.
  EXPECT_THAT(whole.err, HasSubstr("changes that make the network fit, fastest first:\n  --threads "
                                   "5 --arena sram --op-split"));
  EXPECT_THAT(whole.err, HasSubstr("--arena extram: "));
  const Outcome split = run_split("mobilenet_v2_1.0_224", {"0:5:8", "6:12:4"});
  EXPECT_EQ(split.code, ExitCode::ok) << split.err;
  EXPECT_THAT(split.out, HasSubstr("130  OP_XC_conv2d_v2"));
  EXPECT_THAT(split.out, HasSubstr("block2_expand/strip"));
}

TEST(XcoreOpSplit, NamesTheArenasThatFitInPlaceOfASplitArena) {
  const Outcome outcome = test::outcome_of(
      {"run", "ds_cnn", "--target", "xcore.ai", "--arena", "split", "--memory", "sram=12K"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_THAT(outcome.err, HasSubstr("changes that make the network fit, fastest first:"));
  EXPECT_THAT(outcome.err, HasSubstr("--arena sram+extram"));
  EXPECT_THAT(outcome.err, HasSubstr("the plan does not fit: sram: required"));
}

TEST(XcoreOpSplit, PlansWhatTheRunExecutes) {
  const auto answer_of = [](const char* command) {
    return nlohmann::json::parse(test::outcome_of({command, "ds_cnn", "--target", "xcore.ai",
                                                   "--op-split", "0:3:2", "--json", "-"})
                                     .out);
  };
  const auto planned = answer_of("plan"), run = answer_of("run");
  EXPECT_EQ(planned["memories"][0]["peak_bytes"], run["timing"]["memories"][0]["peak_bytes"]);
  EXPECT_EQ(test::outcome_of({"plan", "ds_cnn", "--op-split", "0:3:2"}).code, ExitCode::usage);
}

TEST(XcoreOpSplit, SaysThatACommaSeparatesAlternatives) {
  for (const char* option : {"--op-split", "--arena"}) {
    const Outcome outcome =
        test::outcome_of({"run", "ds_cnn", "--target", "xcore.ai", option, "sram,extram"});
    EXPECT_EQ(outcome.code, ExitCode::usage);
    EXPECT_THAT(outcome.err, HasSubstr("a comma stands between the alternatives of a sweep"));
  }
}

TEST(XcoreOpSplit, RefusesMalformedRanges) {
  for (const char* text : {"0:5", "0:5:x", "0:5:8:1", "-1:5:8", "0:5:", "0,5,8"}) {
    const Outcome outcome = run_split("mobilenet_v2_1.0_224", {text});
    EXPECT_EQ(outcome.code, ExitCode::usage) << text;
    EXPECT_THAT(outcome.err, HasSubstr("--op-split")) << text;
  }
  EXPECT_THAT(run_split("mobilenet_v2_1.0_224", {"3:7:4"}).err,
              HasSubstr("operator 5 ('block2_project', CONV_2D) cannot be split"));
  EXPECT_EQ(run_split("split-arena-replica", {"0:5:8"}).code, ExitCode::usage);
  EXPECT_EQ(run_split("mobilenet_v2_1.0_224", {"0:5:8"}, "ethos-u65-256").code, ExitCode::usage);
}

}  // namespace
}  // namespace spillway::cli
