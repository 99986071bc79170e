// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/skip_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

const std::vector<std::string> known = {"planner", "memory.sram",  "memory.dram",
                                        "threads", "weight_ratio", "network"};
const SkipCondition::Names point = {{"planner", "exact"},
                                    {"memory.sram", "524288"},
                                    {"threads", "2"},
                                    {"weight_ratio", "0.5"},
                                    {"network", "my net"}};

bool holds(const std::string& text) { return SkipCondition(text, known).holds(point); }

std::string condition_error(const std::string& text) {
  return test::user_error([&] { SkipCondition(text, known); }, ExitCode::usage);
}

TEST(SkipCondition, NumbersAndSizesAreComparedAsSuchAndTheRestAsText) {
  EXPECT_TRUE(holds("planner=exact"));
  EXPECT_TRUE(holds("planner != tflm"));
  EXPECT_TRUE(holds("memory.sram = 512K"));
  EXPECT_TRUE(holds("memory.sram<=0x80000"));
  EXPECT_FALSE(holds("memory.sram>512K"));
  EXPECT_TRUE(holds("weight_ratio < 0.75"));
  EXPECT_TRUE(holds("threads>=2 and threads<3"));
  EXPECT_TRUE(holds("network=\"my net\""));
}

TEST(SkipCondition, NotBindsTighterThanAndAndAndTighterThanOr) {
  EXPECT_TRUE(holds("planner=exact or planner=tflm and threads=9"));
  EXPECT_FALSE(holds("(planner=exact or planner=tflm) and threads=9"));
  EXPECT_FALSE(holds("not planner=exact and threads=9"));
  EXPECT_TRUE(holds("not (planner=exact and threads=9)"));
  EXPECT_TRUE(holds("not not planner=exact"));
}

TEST(SkipCondition, AMemoryThatThePointLacksComparesFalse) {
  EXPECT_FALSE(holds("memory.dram>0"));
  EXPECT_FALSE(holds("memory.dram!=1"));
}

TEST(SkipCondition, MistakesAreNamedWithTheirColumn) {
  EXPECT_THAT(condition_error("planer=exact"),
              HasSubstr("column 1: unknown name 'planer'; did you mean 'planner'?"));
  EXPECT_THAT(condition_error("threads=1 and planner"),
              HasSubstr("column 22: expected one of = != <"));
  EXPECT_THAT(condition_error("threads > many"),
              HasSubstr("column 11: 'many' is no number or size"));
  EXPECT_THAT(condition_error("(threads=1"), HasSubstr("column 11: expected ')'"));
  EXPECT_THAT(condition_error("threads=1 planner=exact"),
              HasSubstr("column 11: expected 'and', 'or' or the end"));
  EXPECT_THAT(condition_error("threads="), HasSubstr("column 9: expected a value"));
  EXPECT_THAT(condition_error("planner=\"x"), HasSubstr("the quote is not closed"));
  EXPECT_THAT(condition_error(""), HasSubstr("column 1: expected a name"));
  EXPECT_THAT(condition_error(std::string(5000, '(')), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace spillway
