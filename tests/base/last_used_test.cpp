// SPDX-License-Identifier: Apache-2.0
#include "base/last_used.h"

#include <gtest/gtest.h>

namespace spillway {
namespace {

TEST(LastUsed, DropsTheValueThatWasNotUsedForTheLongestTime) {
  LastUsed<int> values(2);
  EXPECT_EQ(values.find("a"), nullptr);
  EXPECT_EQ(values.keep("a", 1), 1);
  values.keep("b", 2);
  ASSERT_NE(values.find("a"), nullptr);
  EXPECT_EQ(*values.find("a"), 1);
  values.keep("c", 3);
  EXPECT_EQ(values.find("b"), nullptr);
  EXPECT_NE(values.find("a"), nullptr);
  EXPECT_NE(values.find("c"), nullptr);
}

}  // namespace
}  // namespace spillway
