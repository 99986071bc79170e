// SPDX-License-Identifier: Apache-2.0
#include "planner/search/weight_stream.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/plan.h"
#include "planner/search/fluid/random.h"

namespace spillway::search {
namespace {

std::int32_t granules_of(const std::vector<StreamedSlice>& slices) {
  return std::accumulate(
      slices.begin(), slices.end(), 0,
      [](std::int32_t sum, const StreamedSlice& slice) { return sum + slice.granules; });
}

/// Returns the free resources of `steps` equal steps. In each step, the DMA can move 100 bytes, and
/// 1,000 bytes of fast memory are free.
StreamResources even_resources(std::size_t steps) {
  return {std::vector<double>(steps, 100), std::vector<Bytes>(steps, 1000), 1, 0};
}

TEST(WeightStream, FetchesWeightsDuringThePrecedingOperator) {
  StreamResources resources = even_resources(4);
  const auto slices = stream_weights(resources, {{3, 80, 8, 1}}, StreamOrder::nearest);
  ASSERT_EQ(slices[0].size(), 1U);
  EXPECT_EQ(slices[0][0].step, 2);
  EXPECT_EQ(slices[0][0].granules, 8);
}

TEST(WeightStream, AcceptsUnlimitedMemoryAndWeightsOfZeroBytes) {
  StreamResources resources = even_resources(4);
  resources.free_bytes.assign(4, unlimited);
  const auto slices =
      stream_weights(resources, {{2, 0, 4, 1}, {3, 80, 8, 1}}, StreamOrder::nearest);
  EXPECT_EQ(granules_of(slices[0]), 4);
  EXPECT_EQ(granules_of(slices[1]), 8);
}

TEST(WeightStream, StartsEarlierWhereTheDmaHasTooLittleTime) {
  StreamResources resources = even_resources(5);
  // The weights of operator 4 have 300 bytes. While operator 4 itself runs, in step 4, only half of
  // the DMA's time counts, so 50 bytes arrive. 100 bytes arrive in each of the steps 3 and 2, and
  // 50 bytes in step 1.
  const auto slices = stream_weights(resources, {{4, 300, 30, 8}}, StreamOrder::nearest);
  ASSERT_EQ(slices[0].size(), 4U);
  EXPECT_EQ(granules_of(slices[0]), 30);
  EXPECT_EQ(slices[0].front().step, 1);
  EXPECT_EQ(slices[0].back().step, 4);
  EXPECT_EQ(slices[0].back().granules, 5);
}

TEST(WeightStream, GivesDmaTimeToTheNearestOrTheFurthestOperator) {
  const std::vector<StreamedWeights> both = {{2, 100, 10, 1}, {3, 200, 20, 1}};
  StreamResources resources = even_resources(4);
  const auto nearest = stream_weights(resources, both, StreamOrder::nearest);
  // The weights of operator 3 take the DMA's time in the steps 2 and 1, and arrive as one slice in
  // step 2. So the weights of operator 2 must arrive in step 0.
  EXPECT_EQ(nearest[1][0].step, 2);
  EXPECT_EQ(nearest[0][0].step, 0);
  resources = even_resources(5);
  const std::vector<StreamedWeights> meet = {{3, 100, 10, 1}, {4, 150, 15, 2}};
  // Of the weights of operator 4, 100 bytes arrive in step 3. The other 50 bytes compete with the
  // weights of operator 3 for the DMA's time in step 2.
  EXPECT_EQ(stream_weights(resources, meet, StreamOrder::nearest)[1].front().step, 1);
  resources = even_resources(5);
  EXPECT_EQ(stream_weights(resources, meet, StreamOrder::furthest)[1].front().step, 2);
}

TEST(WeightStream, NeverUsesMoreMemorySlicesOrGranulesThanThereAre) {
  Random random(1);
  int complete = 0, partial = 0;
  for (int i = 0; i < 500; ++i) {
    const std::size_t steps = 2 + random.below(12);
    StreamResources resources{{}, {}, 1 + random.unit(), 20 * random.unit()};
    for (std::size_t step = 0; step < steps; ++step) {
      resources.movable_bytes.push_back(static_cast<double>(random.below(300)));
      resources.free_bytes.push_back(static_cast<Bytes>(random.below(600)));
    }
    std::vector<StreamedWeights> weights;
    for (std::size_t step = 0; step < steps; ++step) {
      if (random.below(3) == 0) continue;
      weights.push_back({static_cast<std::int32_t>(step),
                         16 + static_cast<Bytes>(random.below(500)),
                         1 + static_cast<std::int32_t>(random.below(16)),
                         1 + static_cast<std::int32_t>(random.below(8))});
    }
    const std::vector<Bytes> free = resources.free_bytes;
    const auto order = random.below(2) == 0 ? StreamOrder::nearest : StreamOrder::furthest;
    const auto slices = stream_weights(resources, weights, order);
    ASSERT_EQ(slices.size(), weights.size());
    std::vector<double> taken(steps, 0);
    for (std::size_t w = 0; w < weights.size(); ++w) {
      const StreamedWeights& need = weights[w];
      EXPECT_LE(slices[w].size(), static_cast<std::size_t>(need.most_slices));
      EXPECT_LE(granules_of(slices[w]), need.granules);
      (granules_of(slices[w]) == need.granules ? complete : partial) += 1;
      EXPECT_TRUE(std::is_sorted(slices[w].begin(), slices[w].end(),
                                 [](const auto& a, const auto& b) { return a.step < b.step; }));
      for (const StreamedSlice& slice : slices[w]) {
        EXPECT_GT(slice.granules, 0);
        EXPECT_LE(slice.step, need.step);
        for (std::int32_t step = slice.step; step <= need.step; ++step) {
          at(taken, step) += static_cast<double>(need.bytes) * slice.granules / need.granules;
        }
      }
    }
    for (std::size_t step = 0; step < steps; ++step) {
      EXPECT_LE(taken[step], static_cast<double>(free[step]));
      EXPECT_LE(static_cast<double>(resources.free_bytes[step]),
                static_cast<double>(free[step]) - taken[step]);
    }
  }
  EXPECT_GT(complete, 100);
  EXPECT_GT(partial, 100);
}

}  // namespace
}  // namespace spillway::search
