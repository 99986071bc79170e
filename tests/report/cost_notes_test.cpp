// SPDX-License-Identifier: Apache-2.0
#include "report/cost_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/target/target.h"

namespace spillway {
namespace {

TEST(CostNotes, OperatorsWithoutATypeAreCalledUnnamed) {
  Timing timing;
  timing.total = 100;
  OperatorTiming op;
  op.end = 50;
  op.note = "unvalidated cost";
  timing.operators = {op, op};
  EXPECT_THAT(cost_notes(timing, load_target("ethos-u55-128")),
              testing::HasSubstr("unvalidated costs, 100.0 % of the time: (unnamed) x2"));
}

}  // namespace
}  // namespace spillway
