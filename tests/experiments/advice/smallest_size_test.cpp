// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/smallest_size.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace spillway {
namespace {

struct Search {
  SmallestSize found;
  std::set<std::size_t> asked;
};

Search search(const std::vector<bool>& good) {
  Search search;
  SizeTrials trials;
  trials.count = good.size();
  trials.try_sizes = [&](const std::vector<std::size_t>& sizes) {
    search.asked.insert(sizes.begin(), sizes.end());
  };
  trials.is_good = [&](std::size_t size) { return search.asked.count(size) > 0 && good.at(size); };
  search.found = find_smallest_size(trials);
  return search;
}

TEST(SmallestSize, EqualsThatOfAFullSearchIfLargerSizesAreGoodToo) {
  for (std::size_t count = 0; count < 300; ++count) {
    for (std::size_t first = 0; first <= count; ++first) {
      std::vector<bool> good(count, false);
      std::fill(good.begin() + static_cast<std::ptrdiff_t>(first), good.end(), true);
      const Search result = search(good);
      if (first == count) {
        ASSERT_FALSE(result.found.size) << count;
      } else {
        ASSERT_EQ(result.found.size, first) << count;
      }
      if (count >= 60) {
        ASSERT_LT(5 * result.found.tried.size(), count) << count << " " << first;
      }
    }
  }
}

TEST(SmallestSize, NamesTheSmallestGoodSizeOfThoseThatItTried) {
  EXPECT_TRUE(rc::check([](const std::vector<bool>& good) {
    const Search result = search(good);
    RC_ASSERT(std::set<std::size_t>(result.found.tried.begin(), result.found.tried.end()) ==
              result.asked);
    RC_ASSERT(std::is_sorted(result.found.tried.begin(), result.found.tried.end()));
    const auto first = std::find_if(result.found.tried.begin(), result.found.tried.end(),
                                    [&](std::size_t size) { return good[size]; });
    if (first == result.found.tried.end()) {
      RC_ASSERT(!result.found.size.has_value());
    } else {
      RC_ASSERT(result.found.size == *first);
    }
  }));
}

TEST(SmallestSize, FindsAWideGoodRangeBelowABadRange) {
  std::vector<bool> good(500, true);
  std::fill(good.begin(), good.begin() + 130, false);
  std::fill(good.begin() + 200, good.begin() + 400, false);
  EXPECT_EQ(search(good).found.size, 130U);
}

}  // namespace
}  // namespace spillway
