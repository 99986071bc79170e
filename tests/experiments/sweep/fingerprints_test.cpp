// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/fingerprints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

const std::vector<std::string> texts = {"a", "b", "c", "a", "d", "a"};

std::string text_of(std::size_t number) { return texts[number]; }

// Two different texts can have equal hashes, so find() must also compare the texts.
TEST(Fingerprints, DifferentTextsWithEqualHashesAreDistinguished) {
  const Fingerprints all_alike({7, 7, 7, 7, 9, 7});
  EXPECT_EQ(all_alike.find(7, "a", text_of), 0U);
  EXPECT_EQ(all_alike.find(7, "b", text_of), 1U);
  EXPECT_EQ(all_alike.find(7, "c", text_of), 2U);
  EXPECT_EQ(all_alike.find(9, "d", text_of), 4U);
  EXPECT_EQ(all_alike.find(7, "d", text_of), std::nullopt);
  EXPECT_EQ(all_alike.find(8, "a", text_of), std::nullopt);
  EXPECT_THAT(all_alike.repeats(text_of), UnorderedElementsAre(3U, 5U));
}

TEST(Fingerprints, TextsAreMadeAgainForEqualHashesOnly) {
  const Fingerprints different({5, 3, 1, 2, 9, 8});
  EXPECT_THAT(different.repeats([](std::size_t) -> std::string { throw std::logic_error("made"); }),
              ElementsAre());
}

}  // namespace
}  // namespace spillway
