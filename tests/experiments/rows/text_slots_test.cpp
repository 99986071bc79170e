// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/text_slots.h"

#include <algorithm>
#include <deque>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace spillway {
namespace {

RC_GTEST_PROP(TextSlots, EveryTextHasThePlaceOfItsFirstAppearance, ()) {
  const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 100));
  std::deque<std::string> texts;
  std::vector<std::string> expected;
  TextSlots slots;
  for (const int number : numbers) {
    const std::string text = number == 0 ? "" : std::to_string(number);
    const auto known = std::find(expected.begin(), expected.end(), text);
    const auto place = static_cast<std::size_t>(known - expected.begin());
    if (known == expected.end()) expected.push_back(text);
    RC_ASSERT(slots.place_of(texts, text) == place);
    RC_ASSERT(std::equal(texts.begin(), texts.end(), expected.begin(), expected.end()));
  }
}

}  // namespace
}  // namespace spillway
