// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/compiled_difference.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/point/option_table.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

using testing::HasSubstr;

constexpr const char* with_cascades =
    "models/compiled/mit_detection__u65-256__Dedicated_Sram__64K.tflite";

class CompiledDifferences : public testing::Test {
 protected:
  void SetUp() override {
    SPILLWAY_NEEDS_SHARED("models/mit_detection.tflite");
    SPILLWAY_NEEDS_SHARED(with_cascades);
    file_ = test::shared_path(with_cascades);
    network_ = read_tflite(test::shared_path("models/mit_detection.tflite"));
    compiled_ = read_tflite(file_);
    own_.target = "ethos-u65-256";
    own_.target_options.memory_mode = "Dedicated_Sram";
    own_.target_options.capacities = {{"sram", 65536}};
  }

  DesignPoint under_plan() const {
    DesignPoint point = own_;
    set_option(find_point_option("plan"), {file_}, point);
    return point;
  }

  CompiledDifference explained(const DesignPoint& own) {
    PointCache cache;
    return explain_difference(network_, {"ours", own, nullptr, "network"},
                              {"theirs", own_, &compiled_, file_}, cache);
  }

  std::string file_;
  Network network_;
  Network compiled_;
  DesignPoint own_;
};

Cycles sum_of(const std::vector<AdoptedChoice>& choices) {
  Cycles sum = 0;
  for (const AdoptedChoice& choice : choices) sum += choice.cycles;
  return sum;
}

TEST_F(CompiledDifferences, PartsAddUpToTheDifference) {
  const CompiledDifference difference = explained(own_);
  ASSERT_EQ(difference.failure, "");
  EXPECT_NE(difference.compiled_cycles, difference.own_cycles);
  EXPECT_EQ(sum_of(difference.choices), difference.compiled_cycles - difference.own_cycles);
  EXPECT_THAT(printed_text(difference_printout(difference)), HasSubstr("its cascade of operators"));
}

// `compare` explains why a compiled file takes another time than the user's plan. It replaces the
// choices of the user's plan by those of the file, one after the other, and simulates each step. In
// the last step, the operators and blocks of the file replace those of the plain network. Before
// this step, the time must be that of the plain network with the plan of the file.
TEST_F(CompiledDifferences, ChoicesBeforeTheLastGiveTheRunUnderTheFilesPlan) {
  CompiledDifference difference = explained(own_);
  const PointResult under = run_point(network_, under_plan());
  ASSERT_FALSE(difference.choices.empty());
  difference.choices.pop_back();
  EXPECT_EQ(difference.own_cycles + sum_of(difference.choices), under.timing.total);
  const auto cascades = std::count_if(
      difference.choices.begin(), difference.choices.end(), [](const AdoptedChoice& choice) {
        return choice.choice.find("its cascade") != std::string::npos;
      });
  EXPECT_EQ(static_cast<std::size_t>(cascades), under.plan.plan.cascades.size());
}

// Here the user's plan is the plan of the file. The explanation first removes the cascades
// (operators that run in turns, stripe by stripe) of this plan and then adds the equal cascades of
// the file. The changes of the time must add up to 0.
TEST_F(CompiledDifferences, IsZeroForThePlanOfTheFileItself) {
  CompiledDifference difference = explained(under_plan());
  ASSERT_FALSE(difference.choices.empty());
  difference.choices.pop_back();
  EXPECT_EQ(sum_of(difference.choices), 0);
  for (const AdoptedChoice& choice : difference.choices) {
    if (choice.choice.find("cascade") != std::string::npos) continue;
    EXPECT_EQ(choice.cycles, 0) << choice.choice;
  }
}

}  // namespace
}  // namespace spillway
