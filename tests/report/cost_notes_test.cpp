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

TEST(CostNotes, CountUnknownOperatorsAsNotModelled) {
  Timing timing;
  timing.total = 100;
  OperatorTiming known, unknown;
  known.end = 30;
  known.type = "ADD";
  known.note = "cpu, unvalidated cost";
  unknown.end = 20;
  unknown.type = "MyOwn";
  unknown.note = "cpu, unmodelled, estimate";
  timing.operators = {known, unknown};
  EXPECT_EQ(cost_notes(timing, load_target("ethos-u55-128")),
            "unvalidated costs, 30.0 % of the time: ADD x1; "
            "not modelled, 20.0 % of the time: MyOwn x1\n");
}

}  // namespace
}  // namespace spillway
