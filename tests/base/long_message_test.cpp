// SPDX-License-Identifier: Apache-2.0
// A message about a wrong input quotes the wrong text of the input. This text may be as long as the
// whole input, so the message must shorten the text.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

using testing::EndsWith;
using testing::StartsWith;

const std::string huge(40'000'000, 'x');

std::string message_of(const std::string& text) {
  return UserError(ExitCode::input_file, {"t.toml", 3, 1}, text).what();
}

TEST(LongMessage, ShortensAHugeValueInTheMiddle) {
  const std::string message = message_of("key '" + huge + "' is unknown");
  EXPECT_LE(message.size(), 2'000U);
  EXPECT_THAT(message, StartsWith("t.toml:3:1: key 'xxx"));
  EXPECT_THAT(message, EndsWith("xxx' is unknown"));
}

TEST(LongMessage, LeavesOutTheMiddleOfManyLines) {
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "line\n";
  EXPECT_LE(message_of(lines).size(), 20'000U);
}

TEST(LongMessage, NeverSplitsACharacter) {
  std::string text;
  for (int i = 0; i < 3'000; ++i) text += "\u00e9";
  const std::string message = message_of(text);
  const auto half = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
  const std::size_t cut = message.find("...");
  ASSERT_NE(cut, std::string::npos);
  EXPECT_TRUE(half(message[cut - 1]));
  EXPECT_FALSE(half(message[cut + 3]));
}

TEST(LongMessage, KeepsAMessageThatFits) {
  EXPECT_EQ(message_of("a\nb\n"), "t.toml:3:1: a\nb\n");
  const std::string lines = std::string(1'500, 'a') + "\n" + std::string(1'500, 'b');
  EXPECT_EQ(message_of(lines), "t.toml:3:1: " + lines);
}

TEST(NearestName, IsEmptyForAHugeName) { EXPECT_EQ(nearest_name(huge, {"belady", "exact"}), ""); }

}  // namespace
}  // namespace spillway
