// SPDX-License-Identifier: Apache-2.0
#include "base/wrapped_words.h"

#include <gtest/gtest.h>

namespace spillway {
namespace {

TEST(WrappedWords, BreaksAtBlanksAndCountsTheEndOfALine) {
  EXPECT_EQ(wrapped_words("one two three", 2, 9), "one two\n  three");
  EXPECT_EQ(wrapped_words("one two three", 2, 10, " \\"), "one \\\n  two \\\n  three");
  EXPECT_EQ(wrapped_words("one two three", 2, 80, " \\"), "one two three");
}

TEST(WrappedWords, KeepsWordsThatAreLongerThanALine) {
  EXPECT_EQ(wrapped_words("incomprehensibilities a", 1, 5), "incomprehensibilities\n a");
  EXPECT_EQ(wrapped_words("", 1, 5), "");
}

}  // namespace
}  // namespace spillway
