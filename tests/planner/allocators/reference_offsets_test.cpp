// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "planner/checks/validate.h"
#include "planner/placement/placement.h"
#include "planner/planner.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"

namespace spillway {
namespace {

constexpr Bytes hillclimb_limit = Bytes{1} << 32;  // the memory limit of the reference runs

void expect_placements(const test::Vector& vector, const PlanningResult& result,
                       const std::map<std::string, Placement>& expected) {
  ASSERT_EQ(result.status, PlanStatus::ok) << vector.name;
  ASSERT_EQ(expected.size(), vector.problem.buffers.size()) << vector.name;
  for (std::size_t i = 0; i < vector.problem.buffers.size(); ++i) {
    const std::string& name = vector.problem.buffers[i].name;
    ASSERT_EQ(result.placements[i].memory, expected.at(name).memory) << vector.name << " " << name;
    ASSERT_EQ(result.placements[i].offset, expected.at(name).offset) << vector.name << " " << name;
  }
}

class ReferenceOffsets : public testing::TestWithParam<const char*> {};

// The reference data has planning problems ("vectors"), and the offsets that the original tools
// gave the buffers of these problems.
TEST_P(ReferenceOffsets, EqualTheOriginalTool) {
  const std::string planner = GetParam();
  SPILLWAY_NEEDS_SHARED("reference/planners/expected_offsets/" + planner);
  const auto files = test::expected_files("expected_offsets/" + planner);
  ASSERT_FALSE(files.empty());
  for (const std::string& file : files) {
    const std::string name = std::filesystem::path(file).stem().string();
    const auto vector = test::read_vector(
        test::vector_path(name), planner == "vela-hillclimb" ? hillclimb_limit : unlimited);
    expect_placements(vector, find_planner(planner).planner->plan(vector.problem, {}),
                      test::read_expected(file));
  }
}

INSTANTIATE_TEST_SUITE_P(Planners, ReferenceOffsets,
                         testing::Values("tflm-greedy", "cadence-position", "cadence-greedy",
                                         "executorch-greedy", "tinyengine-firstfit", "vela-greedy",
                                         "vela-hillclimb"));

// Compares three figures for each planner and problem: the peak, the lower bound, and the number of
// overlapping pairs of buffers. Sizes are rounded up to the alignment.
TEST(ReferencePeaks, EqualTheTableOfTheOriginalTools) {
  SPILLWAY_NEEDS_SHARED("reference/planners/single_memory_peaks.csv");
  for (const test::Row& row :
       test::read_rows(test::shared_path("reference/planners/single_memory_peaks.csv"))) {
    const std::string& planner = row.at("planner");
    auto vector = test::read_vector(test::vector_path(row.at("vector")),
                                    planner == "vela-hillclimb" ? hillclimb_limit : unlimited);
    const auto result = find_planner(planner).planner->plan(vector.problem, {});
    Bytes peak = 0;
    for (std::size_t i = 0; i < vector.problem.buffers.size(); ++i) {
      Buffer& buffer = vector.problem.buffers[i];
      buffer.size = (buffer.size + buffer.alignment - 1) / buffer.alignment * buffer.alignment;
      peak = std::max(peak, result.placements[i].offset + buffer.size);
    }
    EXPECT_EQ(std::to_string(peak), row.at("peak")) << planner << " " << vector.name;
    EXPECT_EQ(std::to_string(lower_bound(vector.problem.buffers)), row.at("lower_bound"))
        << vector.name;
    EXPECT_EQ(std::to_string(validate_placements(vector.problem, result.placements).size()),
              row.at("overlaps"))
        << planner << " " << vector.name;
  }
}

class ReferenceSpill : public testing::TestWithParam<const char*> {};

// The problems have a fast memory of limited size and an unlimited slow memory. Each buffer must
// get the memory and the offset that the original tool gave it.
TEST_P(ReferenceSpill, EqualsTheOriginalTool) {
  SPILLWAY_NEEDS_SHARED("reference/planners/expected_spill");
  const std::string planner = GetParam();
  std::size_t compared = 0;
  for (const std::string& file : test::expected_files("expected_spill")) {
    const std::string name = std::filesystem::path(file).stem().string();
    if (name.rfind(planner + "__", 0) != 0) {
      continue;
    }
    const std::size_t start = planner.size() + 2;
    const std::size_t limit_at = name.rfind('_');
    const auto vector =
        test::read_vector(test::vector_path("spill__" + name.substr(start, limit_at - start)),
                          std::stoll(name.substr(limit_at + 1)), true);
    expect_placements(vector, find_planner(planner).planner->plan(vector.problem, {}),
                      test::read_expected(file));
    ++compared;
  }
  EXPECT_GT(compared, 0U);
}

INSTANTIATE_TEST_SUITE_P(Planners, ReferenceSpill,
                         testing::Values("cadence-position", "cadence-greedy"));

}  // namespace
}  // namespace spillway
