// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/job_ranges.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/experiments/workers/first_jobs.h"

namespace spillway {
namespace {

using test::first_jobs;
using testing::ElementsAre;

RC_GTEST_PROP(JobRanges, EveryJobIsTakenOnceWhicheverLaneAsks, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 50);
  const auto lanes = *rc::gen::inRange<std::size_t>(1, 9);
  JobRanges ranges(first_jobs(count), lanes);
  std::vector<std::size_t> taken;
  while (!ranges.empty()) taken.push_back(ranges.take(*rc::gen::inRange<std::size_t>(0, lanes)));
  std::sort(taken.begin(), taken.end());
  RC_ASSERT(taken == first_jobs(count));
}

// Neighbouring jobs (points of a sweep) often have the same program. So one worker must get
// neighbouring jobs, because it then simulates the program only once.
TEST(JobRanges, NeighbouringJobsGoToTheSameLane) {
  JobRanges ranges(first_jobs(8), 2);
  std::vector<std::size_t> first, second;
  for (int i = 0; i < 4; ++i) {
    second.push_back(ranges.take(1));
    first.push_back(ranges.take(0));
  }
  EXPECT_THAT(first, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(second, ElementsAre(4, 5, 6, 7));
}

TEST(JobRanges, ALaneWithoutWorkTakesTheSecondHalfOfTheLongestRange) {
  JobRanges ranges(first_jobs(8), 2);
  for (int i = 0; i < 4; ++i) ranges.take(0);
  EXPECT_EQ(ranges.take(0), 6U);
  EXPECT_EQ(ranges.take(1), 4U);
  EXPECT_EQ(ranges.take(0), 7U);
  EXPECT_EQ(ranges.take(0), 5U);
  EXPECT_TRUE(ranges.empty());
}

TEST(JobRanges, AReturnedJobGoesToTheNextWorkerThatAsks) {
  JobRanges ranges(first_jobs(4), 2);
  const std::size_t job = ranges.take(1);
  ranges.give_back(job);
  EXPECT_EQ(ranges.take(0), job);
}

}  // namespace
}  // namespace spillway
