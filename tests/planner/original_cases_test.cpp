// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <gtest/gtest.h>

#include "planner/planner.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"

namespace spillway {
namespace {

struct Group {
  const char* planner;
  const char* folder;
};

void PrintTo(const Group& group, std::ostream* out) { *out << group.planner; }

class OriginalCases : public testing::TestWithParam<Group> {};

// The cases are from tests and runs of the projects that first published these planners. The files
// of a case have its buffers, and the offsets that the original program gave these buffers.
TEST_P(OriginalCases, GiveTheRecordedOffsets) {
  const auto [planner, folder] = GetParam();
  SPILLWAY_NEEDS_SHARED(std::string("reference/planners/vectors/") + folder);
  std::size_t compared = 0;
  for (const std::string& file : test::expected_files(std::string("vectors/") + folder)) {
    if (file.find(".ops.csv") != std::string::npos) {
      continue;
    }
    const auto vector = test::read_vector(file, unlimited);
    const PlanningResult result = find_planner(planner).planner->plan(vector.problem, {});
    for (std::size_t i = 0; i < vector.expected.size(); ++i) {
      if (vector.expected[i]) {
        EXPECT_EQ(result.placements[i].offset, *vector.expected[i])
            << file << " " << vector.problem.buffers[i].name;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0U);
}

INSTANTIATE_TEST_SUITE_P(Planners, OriginalCases,
                         testing::Values(Group{"xformer", "xmos"},
                                         Group{"tinyengine-firstfit", "tinyengine"},
                                         Group{"tflm-greedy", "tflm"}));

}  // namespace
}  // namespace spillway
