// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/missing_memory.h"

#include <gtest/gtest.h>

#include "experiments/advice/change.h"
#include "experiments/advice/try_points.h"
#include "experiments/point/design_point.h"

namespace spillway {
namespace {

TEST(MissingMemory, NoMemoryIsEnlargedByMoreThanAnyChipHas) {
  DesignPoint point;
  point.target = "ethos-u55-128";
  const Target target = resolve_target(point);
  TriedPoint tried;
  tried.status = "does not fit";
  tried.memory = target.memories.front().name;
  tried.excess = most_missing;
  EXPECT_TRUE(with_missing_memory({}, tried, target));
  EXPECT_FALSE(larger_memory_changes(tried, target).empty());
  tried.excess = most_missing + 1;
  EXPECT_FALSE(with_missing_memory({}, tried, target));
  EXPECT_TRUE(larger_memory_changes(tried, target).empty());
}

}  // namespace
}  // namespace spillway
