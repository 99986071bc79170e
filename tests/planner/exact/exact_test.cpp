// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "planner/blocks.h"
#include "planner/checks/validate.h"
#include "planner/exact/preorder.h"
#include "planner/exact/solver.h"
#include "planner/planner.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"

namespace spillway::exact {
namespace {

const MemorySpace any_memory{"fast", unlimited, 1};

/// Makes small sets of random buffers with many conflicts. In a third of the sets, the alignments
/// of buffers differ. In a fifth of the sets, some offsets are fixed.
class RandomBuffers {
 public:
  explicit RandomBuffers(std::uint32_t seed) : random_(seed) {}

  std::vector<Buffer> next() {
    const int count = draw(1, 6);
    const bool aligned = draw(0, 2) == 0;
    const bool some_fixed = draw(0, 4) == 0;
    std::vector<Buffer> buffers;
    for (int i = 0; i < count; ++i) {
      Buffer buffer;
      buffer.name = "b" + std::to_string(i);
      buffer.lower = draw(0, 5);
      buffer.upper = buffer.lower + draw(1, 4);
      buffer.size = draw(1, 5);
      buffer.alignment = aligned ? Bytes{1} << draw(0, 2) : 1;
      if (some_fixed && draw(0, 3) == 0) {
        buffer.pinned_offset = draw(0, 2) * buffer.alignment;
      }
      buffers.push_back(buffer);
    }
    return buffers;
  }

  int draw(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

 private:
  std::mt19937 random_;
};

/// Returns whether the buffers fit into `capacity` bytes. Tries every combination of aligned
/// offsets. `offsets` has the offsets of the buffers that are already placed.
bool fits_by_enumeration(const std::vector<Buffer>& buffers, Bytes capacity,
                         std::vector<Bytes>& offsets) {
  const std::size_t i = offsets.size();
  if (i == buffers.size()) {
    return true;
  }
  const Buffer& buffer = buffers[i];
  const Bytes first = buffer.pinned_offset.value_or(0);
  const Bytes last = std::min(capacity - buffer.size, buffer.pinned_offset.value_or(unlimited));
  for (Bytes offset = first; offset <= last; offset += buffer.alignment) {
    bool free = true;
    for (std::size_t j = 0; j < i; ++j) {
      free = free && (!live_together(buffer, buffers[j]) || offset + buffer.size <= offsets[j] ||
                      offsets[j] + buffers[j].size <= offset);
    }
    offsets.push_back(offset);
    if (free && fits_by_enumeration(buffers, capacity, offsets)) {
      return true;
    }
    offsets.pop_back();
  }
  return false;
}

bool fits_by_enumeration(const std::vector<Buffer>& buffers, Bytes capacity) {
  std::vector<Bytes> offsets;
  return fits_by_enumeration(buffers, capacity, offsets);
}

void expect_valid(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets,
                  Bytes capacity) {
  PlanningProblem problem;
  problem.buffers = buffers;
  problem.memories = {{"fast", capacity, 1}};
  std::vector<Placement> placements;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    placements.push_back({0, offsets[i]});
    if (buffers[i].pinned_offset) {
      EXPECT_EQ(offsets[i], *buffers[i].pinned_offset);
    }
  }
  EXPECT_TRUE(validate_placements(problem, placements).empty());
}

TEST(Exact, AgreesWithEnumerationOnFeasibility) {
  RandomBuffers random(1);
  int infeasible = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::vector<Buffer> buffers = random.next();
    const Bytes capacity = random.draw(3, 14);
    const Solution solution =
        solve_within(make_instance(buffers, any_memory), capacity, SolverOptions{});
    const bool feasible = fits_by_enumeration(buffers, capacity);
    ASSERT_EQ(solution.outcome, feasible ? Outcome::found : Outcome::infeasible) << round;
    if (feasible) {
      expect_valid(buffers, solution.offsets, capacity);
    }
    infeasible += feasible ? 0 : 1;
  }
  EXPECT_GT(infeasible, 500);
}

bool fixed_buffers_collide(const std::vector<Buffer>& buffers) {
  std::vector<Buffer> fixed;
  std::copy_if(buffers.begin(), buffers.end(), std::back_inserter(fixed),
               [](const Buffer& buffer) { return buffer.pinned_offset.has_value(); });
  return !fits_by_enumeration(fixed, unlimited);
}

TEST(Exact, ProvesTheLowestPeakThatEnumerationFinds) {
  RandomBuffers random(2);
  int above_lower_bound = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<Buffer> buffers = random.next();
    for (Buffer& buffer : buffers) {
      buffer.alignment = 1;
    }
    const Instance instance = make_instance(buffers, any_memory);
    const Solution solution = minimise_peak(instance, {});
    if (fixed_buffers_collide(buffers)) {
      ASSERT_EQ(solution.outcome, Outcome::infeasible) << round;
      continue;
    }
    ASSERT_EQ(solution.outcome, Outcome::found) << round;
    expect_valid(buffers, solution.offsets, solution.peak);
    ASSERT_FALSE(fits_by_enumeration(buffers, solution.peak - 1)) << round;
    above_lower_bound += solution.peak > lower_bound(instance) ? 1 : 0;
  }
  EXPECT_GT(above_lower_bound, 20);  // so the lower bound alone does not solve these cases
}

TEST(Exact, StaysWithinACapacityThatAGreedyOrderKeeps) {
  RandomBuffers random(6);
  int planned = 0;
  for (int round = 0; round < 2000; ++round) {
    PlanningProblem problem;
    problem.buffers = random.next();
    problem.memories = {{"fast", random.draw(8, 60), 8}};
    for (Buffer& buffer : problem.buffers) buffer.pinned_offset.reset();
    const PlanningResult result = find_planner("exact").planner->plan(problem, {});
    if (result.status != PlanStatus::ok) continue;
    ASSERT_TRUE(validate_placements(problem, result.placements).empty()) << round;
    ++planned;
  }
  EXPECT_GT(planned, 500);
}

SearchOptions with_switches(unsigned bits) {
  SearchOptions options;
  options.canonical = (bits & 1U) != 0;
  options.section_inference = (bits & 2U) != 0;
  options.dominance = (bits & 4U) != 0;
  options.symmetry = (bits & 8U) != 0;
  options.nogoods = (bits & 16U) != 0;
  options.decompose = (bits & 32U) != 0;
  options.dynamic_order = (bits & 64U) != 0;
  return options;
}

TEST(Exact, EveryCombinationOfSpeedUpsGivesTheSameAnswer) {
  RandomBuffers random(3);
  for (int round = 0; round < 250; ++round) {
    const std::vector<Buffer> buffers = random.next();
    const Bytes capacity = random.draw(3, 14);
    const Instance instance = make_instance(buffers, any_memory);
    if (fixed_buffers_collide(buffers)) {
      continue;  // the solver rejects overlapping fixed buffers before it searches
    }
    const Outcome expected =
        fits_by_enumeration(buffers, capacity) ? Outcome::found : Outcome::infeasible;
    for (unsigned bits = 0; bits < 128; ++bits) {
      const SearchResult result =
          search(instance, capacity, preorder(instance, round % 9), with_switches(bits), 1'000'000);
      ASSERT_EQ(result.outcome, expected) << "round " << round << ", switches " << bits;
      if (expected == Outcome::found) {
        expect_valid(buffers, result.offsets, capacity);
      }
    }
  }
}

TEST(Exact, BackjumpingNeverClaimsAProof) {
  RandomBuffers random(4);
  for (int round = 0; round < 1000; ++round) {
    const std::vector<Buffer> buffers = random.next();
    const Bytes capacity = random.draw(3, 14);
    const Instance instance = make_instance(buffers, any_memory);
    SearchOptions options;
    options.backjump = true;
    const SearchResult result =
        search(instance, capacity, preorder(instance, round % 9), options, 1'000'000);
    const bool feasible = fits_by_enumeration(buffers, capacity);
    ASSERT_TRUE(!feasible || result.outcome != Outcome::infeasible) << round;
    ASSERT_TRUE(feasible || result.outcome != Outcome::found) << round;
  }
}

TEST(Exact, TellsExhaustionFromInfeasibilityAndCountsNodesNotTime) {
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/minimalloc");
  const auto vector = test::read_vector(test::vector_path("minimalloc__I.1048576"), 1 << 20);
  SolverOptions options;
  options.node_budget = 500;
  const Instance instance = make_instance(vector.problem.buffers, any_memory);
  const Solution first = solve_within(instance, 1 << 20, options);
  const Solution second = solve_within(instance, 1 << 20, options);
  EXPECT_EQ(first.outcome, Outcome::budget_exhausted);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.offsets, second.offsets);
  EXPECT_EQ(solve_within(instance, (1 << 20) - 1, options).outcome, Outcome::infeasible);
}

TEST(SlowExact, SolvesEveryMiniMallocInstance) {
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/minimalloc");
  for (const auto& file : std::filesystem::directory_iterator(
           test::shared_path("reference/planners/vectors/minimalloc"))) {
    const auto vector = test::read_vector(file.path().string(), 1 << 20);
    const PlanningResult result = find_planner("exact").planner->plan(vector.problem, {});
    EXPECT_EQ(result.status, PlanStatus::ok) << vector.name << ": " << result.note;
    EXPECT_TRUE(validate_placements(vector.problem, result.placements).empty()) << vector.name;
  }
}

TEST(Exact, ReachesTheLowerBoundOnEveryRealModel) {
  SPILLWAY_NEEDS_SHARED("reference/planners/vectors/real_models");
  for (const auto& file : std::filesystem::directory_iterator(
           test::shared_path("reference/planners/vectors/real_models"))) {
    const auto vector = test::read_vector(file.path().string(), unlimited);
    const Instance instance = make_instance(vector.problem.buffers, any_memory);
    const Solution solution = minimise_peak(instance, {});
    EXPECT_EQ(solution.outcome, Outcome::found) << vector.name;
    EXPECT_EQ(solution.peak, lower_bound(instance)) << vector.name;
    expect_valid(vector.problem.buffers, solution.offsets, solution.peak);
  }
}

}  // namespace
}  // namespace spillway::exact
