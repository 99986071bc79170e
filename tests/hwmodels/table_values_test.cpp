// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/table_values.h"

#include <cmath>

#include <gtest/gtest.h>

namespace spillway {
namespace {

// TableValues stores its first values for later runs. The test reads more values than are stored.
TEST(TableValues, AreTheSameSequenceInEveryRun) {
  constexpr int count = 600'000;
  TableValues first, second;
  TableValues third = first;
  for (int i = 0; i < count; ++i) {
    const std::int64_t value = first.next();
    ASSERT_EQ(second.next(), value) << i;
    if (i % 2 == 0) continue;
    third.next();
  }
  TableValues fourth;
  for (int i = 0; i < count / 2; ++i) fourth.next();
  for (int i = 0; i < count / 2; ++i) ASSERT_EQ(third.next(), fourth.next()) << i;
}

TEST(TableValues, AreBytesAroundTheMiddle) {
  constexpr int count = 100'000;
  TableValues values;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const std::int64_t value = values.next();
    ASSERT_GE(value, 0);
    ASSERT_LE(value, 255);
    sum += static_cast<double>(value);
    squares += static_cast<double>(value * value);
  }
  const double mean = sum / count;
  EXPECT_NEAR(mean, 128, 1);
  EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 40, 1);
}

}  // namespace
}  // namespace spillway
