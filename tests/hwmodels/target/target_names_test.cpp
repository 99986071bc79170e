// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/target/target.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& word) {
  return test::user_error([&] { builtin_target_name(word); }, ExitCode::usage);
}

TEST(TargetNames, AreFoundInAnyCaseWithoutDashesAndByTheirEnd) {
  for (const char* word :
       {"ethos-u55-128", "ETHOS-U55-128", "ETHOSU55-128", "ethos_u55_128", "u55-128", "U55_128"}) {
    EXPECT_EQ(builtin_target_name(word), "ethos-u55-128") << word;
  }
  EXPECT_EQ(builtin_target_name("XCORE.AI"), "xcore.ai");
  EXPECT_EQ(load_target("U65-256").name, "ethos-u65-256");
}

TEST(TargetNames, AUniquePartOfANameIsEnough) {
  EXPECT_EQ(builtin_target_name("we2"), "himax-we2");
  EXPECT_EQ(builtin_target_name("M55M1"), "nuvoton-m55m1");
  EXPECT_EQ(builtin_target_name("e7-he"), "alif-e7-he");
  EXPECT_EQ(builtin_target_name("grove-vision-ai-v2"), "himax-we2");
}

TEST(TargetNames, AnAmbiguousWordListsTheMatchingTargets) {
  EXPECT_EQ(refusal("e7"), "target 'e7' may be one of several: alif-e7-he, alif-e7-hp");
  EXPECT_THAT(refusal("u85"), HasSubstr("ethos-u85-128, ethos-u85-256"));
  EXPECT_THAT(refusal("corstone-300"), HasSubstr("choose one of: ethos-u55-32"));
  EXPECT_THAT(refusal("Corstone320"), HasSubstr("ethos-u85-2048"));
}

TEST(TargetNames, ABoardWithoutAModelNamesTheNearestTarget) {
  for (const char* word : {"stm32n6", "ESP32-S3", "max78000", "rt700", "k230"}) {
    EXPECT_THAT(refusal(word), HasSubstr("is not modelled (")) << word;
    const std::string text = refusal(word);
    const std::string nearest = text.substr(text.rfind(' ') + 1);
    EXPECT_EQ(load_target(nearest).name, nearest) << word;
  }
}

TEST(TargetNames, AnUnknownWordIsAnErrorWithASuggestion) {
  EXPECT_THAT(refusal("ethos-u55-129"), HasSubstr("did you mean 'ethos-u55-128'?"));
  EXPECT_THAT(refusal("foo"), HasSubstr("unknown target 'foo'; expected one of: "));
  EXPECT_THAT(refusal("--"), HasSubstr("unknown target"));
}

}  // namespace
}  // namespace spillway
