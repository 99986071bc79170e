// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

using test::Outcome;

Outcome place(const std::string& rule, const std::string& target = "xcore.ai",
              const std::string& network = "split-arena-replica") {
  return test::outcome_of({"run", network, "--target", target, "--place", rule});
}

/// Returns whether a run uses external RAM, that is, whether the peak of external RAM in the
/// printed table of memories is not 0.
bool uses_external_ram(const Outcome& outcome) {
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, peak;
    if (words >> name >> peak && name == "extram") return peak != "0";
  }
  ADD_FAILURE() << outcome.out << outcome.err;
  return false;
}

TEST(XcorePlace, TakesRolesOperatorsRolesAndTensors) {
  for (const char* selector :
       {"landing", "table", "activation", "operator_data", "XC_add:operator_data",
        "add:operator_data", "XC_conv2d_v2:landing", "UNPACK:activation", "input"}) {
    const Outcome outcome = place(selector + std::string("=extram"));
    EXPECT_EQ(outcome.code, ExitCode::ok) << selector << ": " << outcome.err;
    EXPECT_TRUE(uses_external_ram(outcome)) << selector;
    EXPECT_FALSE(uses_external_ram(place(selector + std::string("=sram")))) << selector;
  }
}

TEST(XcorePlace, SuggestsTheNearestRoleAndMemory) {
  EXPECT_THAT(place("landin=sram").err, HasSubstr("did you mean 'landing'"));
  EXPECT_THAT(place("XC_ad:operator_data=sram").err,
              HasSubstr("did you mean 'XC_add:operator_data'"));
  EXPECT_THAT(place("inptu=sram").err, HasSubstr("did you mean 'input'"));
  EXPECT_THAT(place("landing=sran").err, HasSubstr("did you mean 'sram'"));
  EXPECT_THAT(place("somewhere else=sram").err, HasSubstr("expected one of: RESHAPE:activation"));
}

TEST(XcorePlace, RefusesMalformedRulesAsUsageErrors) {
  for (const char* rule :
       {"landin=sram", "landing=sran", "landing", "=sram", "landing=", "XC_softmax:table=sram"}) {
    const Outcome outcome = place(rule);
    EXPECT_EQ(outcome.code, ExitCode::usage) << rule;
    EXPECT_THAT(outcome.err, HasSubstr("--place")) << rule;
  }
  const Outcome elsewhere = place("landing=sram", "ethos-u55-128", "resnet8");
  EXPECT_EQ(elsewhere.code, ExitCode::usage);
  EXPECT_THAT(elsewhere.err, HasSubstr("xcore.ai"));
}

TEST(XcorePlace, RefusesToPutWrittenTensorsIntoFlash) {
  for (const char* rule : {"activation=flash", "landing=flash", "operator_data=flash"}) {
    const Outcome outcome = place(rule);
    EXPECT_NE(outcome.code, ExitCode::ok) << rule;
    EXPECT_THAT(outcome.err, HasSubstr("flash")) << rule;
  }
}

}  // namespace
}  // namespace spillway::cli
