// SPDX-License-Identifier: Apache-2.0
#include "planner/search/stripes.h"

#include <gtest/gtest.h>

namespace spillway::search {
namespace {

TEST(Stripes, StayOnlyWhereTheyMakeAnOperatorAndTheNextOneFaster) {
  const std::vector<double> whole = {100, 100, 100, 100};
  // With stripes of operator 0, operator 0 takes 10 cycles less, but operator 1 takes 20 cycles
  // more.
  const std::vector<double> striped = {90, 120, 70, 100};
  StripeHeights heights = {{0, 4}, {2, 8}, {3, 8}};
  drop_slower_stripes(whole, striped, heights);
  EXPECT_EQ(heights, (StripeHeights{{2, 8}}));
}

TEST(Stripes, AreAllDroppedIfThePlanWithStripesIsNotValid) {
  StripeHeights heights = {{0, 4}, {1, 8}};
  drop_slower_stripes({100, 100}, {}, heights);
  EXPECT_TRUE(heights.empty());
}

}  // namespace
}  // namespace spillway::search
