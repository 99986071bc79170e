// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"
#include "planner/planner.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

const Planner& belady() { return *find_planner("belady").planner; }

TEST(Belady, EvictsTheBufferWithTheFurthestNextUse) {
  // At step 3, three buffers are live, but only two fit into the fast memory. Of the three buffers,
  // `skip` has the latest next read, so it is evicted.
  auto problem = test::two_memories(
      {test::buffer("skip", 1, 9, 30), test::buffer("a", 2, 5, 40), test::buffer("b", 3, 6, 40)},
      80);
  problem.operators.resize(8);
  problem.operators[3].inputs = {1};
  problem.operators[4].inputs = {2};
  problem.operators[7].inputs = {0};
  const PlanningResult result = belady().plan(problem, {});
  EXPECT_EQ(result.placements[0].memory, 1);
  EXPECT_EQ(result.placements[1].memory, 0);
  EXPECT_EQ(result.placements[2].memory, 0);
}

TEST(Belady, AnEarlierReadKeepsABufferThatIsReadLastOfAll) {
  auto problem = test::two_memories(
      {test::buffer("skip", 1, 9, 30), test::buffer("a", 2, 6, 40), test::buffer("b", 3, 6, 40)},
      80);
  problem.operators.resize(8);
  problem.operators[2].inputs = {0};
  problem.operators[7].inputs = {0};
  problem.operators[4].inputs = {1, 2};
  const PlanningResult result = belady().plan(problem, {});
  EXPECT_EQ(result.placements[0].memory, 0);
  EXPECT_EQ(result.placements[1].memory + result.placements[2].memory, 1);
}

RC_GTEST_PROP(Belady, EvictsNothingThatFitsAllTheTime, ()) {
  const auto buffers = test::random_buffers(16, false);
  Bytes all = 0;
  for (const Buffer& buffer : buffers) {
    all += (buffer.size + 15) / 16 * 16;
  }
  const PlanningResult result = belady().plan(test::two_memories(buffers, all), {});
  for (const Placement& placement : result.placements) RC_ASSERT(placement.memory == 0);
}

RC_GTEST_PROP(Belady, EvictsBuffersLargerThanTheMemory, ()) {
  const auto problem = test::two_memories(test::random_buffers(16, false), 200);
  const PlanningResult result = belady().plan(problem, {});
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    RC_ASSERT(problem.buffers[i].size <= 200 || result.placements[i].memory == 1);
  }
}

}  // namespace
}  // namespace spillway
