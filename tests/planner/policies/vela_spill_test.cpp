// SPDX-License-Identifier: Apache-2.0
#include "planner/policies/vela_spill.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/files/files.h"
#include "base/text.h"
#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "tests/planner/vectors.h"
#include "tests/reference.h"

namespace spillway {
namespace {

using vela::SpillRange;

std::set<std::string> names_in(const PlanningProblem& problem, const PlanningResult& result,
                               MemoryIndex memory) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    if (result.placements[i].memory == memory) {
      names.insert(problem.buffers[i].name);
    }
  }
  return names;
}

class KeptSets : public testing::TestWithParam<const char*> {};

TEST_P(KeptSets, EqualTheOriginalOnEveryVectorAndLimit) {
  SPILLWAY_NEEDS_SHARED("reference/planners/spill_kept_sets.csv");
  const std::string planner = GetParam();
  std::size_t compared = 0;
  for (const test::Row& row :
       test::read_rows(test::shared_path("reference/planners/spill_kept_sets.csv"))) {
    if (row.at("planner") != planner) {
      continue;
    }
    const Bytes limit = *parse_integer(row.at("limit"));
    const auto vector = test::read_vector(test::vector_path("spill__" + row.at("vector")), limit,
                                          /*two_memories=*/true);
    const PlanningResult result = find_planner(planner).planner->plan(vector.problem, {});
    ASSERT_EQ(result.status, PlanStatus::ok) << row.at("vector") << " " << limit;
    EXPECT_EQ(result.note, "");
    std::set<std::string> evicted;
    for (const std::string& name : split(row.at("evicted"), ' ')) {
      if (!name.empty()) {
        evicted.insert(name);
      }
    }
    EXPECT_EQ(names_in(vector.problem, result, 1), evicted) << row.at("vector") << " " << limit;
    EXPECT_TRUE(validate_placements(vector.problem, result.placements).empty());
    ++compared;
  }
  EXPECT_GE(compared, 12U);  // tests/data, a part of the reference data, has 12 rows per planner
}

INSTANTIATE_TEST_SUITE_P(Planners, KeptSets, testing::Values("vela-spill", "vela-spill-2022"));

struct SpillCall {
  std::vector<SpillRange> ranges;
  Bytes limit = 0;
  std::vector<bool> kept;
};

std::vector<SpillCall> recorded_calls(const std::string& path) {
  std::vector<SpillCall> calls;
  const nlohmann::json recorded = nlohmann::json::parse(read_text(path));
  for (const auto& call : recorded.at("calls")) {
    SpillCall spill;
    spill.limit = call.at("limit");
    for (const auto& lr : call.at("lrs")) {
      SpillRange range;
      range.start = lr.at("start");
      range.end = lr.at("end");
      range.size = lr.at("size");
      range.movable = lr.at("movable");
      range.score = lr.at("read").get<std::int64_t>() + lr.at("write").get<std::int64_t>();
      spill.ranges.push_back(range);
      spill.kept.push_back(lr.at("kept"));
    }
    calls.push_back(std::move(spill));
  }
  return calls;
}

TEST(VelaSpill, KeepsTheRangesThatVelaKeptInRecordedCompilations) {
  SPILLWAY_NEEDS_SHARED("reference/vela/spill_instances");
  for (const auto& file :
       std::filesystem::directory_iterator(test::shared_path("reference/vela/spill_instances"))) {
    for (const SpillCall& call : recorded_calls(file.path().string())) {
      const auto choice = vela::choose_kept(call.ranges, call.limit);
      EXPECT_FALSE(choice.exhausted);
      EXPECT_EQ(choice.kept, call.kept) << file.path();
    }
  }
}

std::int64_t kept_score(const std::vector<SpillRange>& ranges, const std::vector<bool>& kept) {
  std::int64_t score = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    score += kept[i] ? ranges[i].score : 0;
  }
  return score;
}

TEST(VelaSpill, NeverExceedsTheProvenOptimum) {
  SPILLWAY_NEEDS_SHARED("reference/planners/spill_optimum.csv");
  for (const test::Row& row :
       test::read_rows(test::shared_path("reference/planners/spill_optimum.csv"))) {
    const Bytes limit = *parse_integer(row.at("limit"));
    const auto vector =
        test::read_vector(test::vector_path("spill__" + row.at("vector")), limit, true);
    std::vector<SpillRange> ranges;
    for (const Buffer& buffer : vector.problem.buffers) {
      ranges.push_back({buffer.lower, buffer.upper - 1, buffer.size, buffer.access_score, true});
    }
    const auto choice = vela::choose_kept(ranges, limit);
    EXPECT_LE(kept_score(ranges, choice.kept), *parse_integer(row.at("whole_opt_access_kept")))
        << row.at("vector") << " " << limit;
  }
}

// Vela's own code finished none of these cases within 25 s.
TEST(SlowVelaSpill, FinishesOnHundredsOfCompetingRanges) {
  SPILLWAY_NEEDS_SHARED("reference/planners/spill_hard.csv");
  for (const test::Row& row :
       test::read_rows(test::shared_path("reference/planners/spill_hard.csv"))) {
    if (row.at("planner") != "vela-spill") {
      continue;
    }
    const Bytes limit = *parse_integer(row.at("limit"));
    const auto vector =
        test::read_vector(test::vector_path("spill__hard_" + row.at("vector")), limit, true);
    std::vector<SpillRange> ranges;
    for (const Buffer& buffer : vector.problem.buffers) {
      ranges.push_back({buffer.lower, buffer.upper - 1, buffer.size, buffer.access_score, true});
    }
    const auto choice = vela::choose_kept(ranges, limit);
    EXPECT_FALSE(choice.exhausted);
    EXPECT_LE(kept_score(ranges, choice.kept), *parse_integer(row.at("opt_score")));
  }
}

std::vector<SpillRange> random_ranges(int count, TimeStep steps) {
  std::vector<SpillRange> ranges;
  for (int i = 0; i < count; ++i) {
    SpillRange range;
    range.start = *rc::gen::inRange<TimeStep>(0, steps);
    range.end = range.start + *rc::gen::inRange<TimeStep>(0, 6);
    range.size = *rc::gen::inRange<Bytes>(1, 9);
    range.score = *rc::gen::inRange<std::int64_t>(0, 12);
    range.movable = *rc::gen::inRange(0, 8) != 0;
    ranges.push_back(range);
  }
  return ranges;
}

TEST(VelaSpill, PruningNeverChangesTheChoice) {
  EXPECT_TRUE(rc::check([] {
    const auto ranges = random_ranges(*rc::gen::inRange(1, 14), 12);
    const Bytes limit = *rc::gen::inRange<Bytes>(4, 30);
    vela::SpillOptions unpruned;
    unpruned.prune = false;
    const auto plain = vela::choose_kept(ranges, limit, unpruned);
    const auto pruned = vela::choose_kept(ranges, limit);
    RC_ASSERT(pruned.kept == plain.kept);
    RC_ASSERT(pruned.nodes <= plain.nodes);
  }));
}

bool fits(const std::vector<SpillRange>& ranges, const std::vector<bool>& kept, Bytes limit) {
  for (const SpillRange& at : ranges) {
    Bytes live = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const bool here = ranges[i].start <= at.start && at.start <= ranges[i].end;
      live += kept[i] && here ? ranges[i].size : 0;
    }
    if (live > limit) {
      return false;
    }
  }
  return true;
}

std::int64_t best_score_by_enumeration(const std::vector<SpillRange>& ranges, Bytes limit) {
  std::int64_t best = 0;
  for (std::uint32_t mask = 0; mask < 1U << ranges.size(); ++mask) {
    std::vector<bool> kept(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      kept[i] = (mask >> i & 1U) != 0;
    }
    if (fits(ranges, kept, limit)) {
      best = std::max(best, kept_score(ranges, kept));
    }
  }
  return best;
}

TEST(VelaSpill, IsOptimalWithinAComponent) {
  EXPECT_TRUE(rc::check([] {
    auto ranges = random_ranges(10, 8);
    for (SpillRange& range : ranges) {
      range.movable = true;
    }
    const Bytes limit = *rc::gen::inRange<Bytes>(4, 30);
    const auto choice = vela::choose_kept(ranges, limit);
    RC_ASSERT(fits(ranges, choice.kept, limit));
    RC_ASSERT(kept_score(ranges, choice.kept) == best_score_by_enumeration(ranges, limit));
  }));
}

TEST(VelaSpill, StopsAtItsNodeBudgetWithTheBestChoiceSoFar) {
  std::vector<SpillRange> ranges;
  for (int i = 0; i < 18; ++i) {
    ranges.push_back({0, 1, 10 + i, 10 + i % 7, true});
  }
  vela::SpillOptions options;
  options.node_budget = 100;
  const auto choice = vela::choose_kept(ranges, 80, options);
  EXPECT_TRUE(choice.exhausted);
  EXPECT_TRUE(fits(ranges, choice.kept, 80));
}

// Vela's code of 2022 searches for the best set of ranges to keep, but loses the result, which is
// to keep the range with the score 100. Then it examines the ranges in order: it evicts the first
// range, and keeps the second range because this range fits.
TEST(VelaSpill2022, IgnoresScoresAndWalksRangesInSortedOrder) {
  const std::vector<SpillRange> ranges = {{0, 2, 6, 100, true}, {1, 3, 7, 1, true}};
  EXPECT_EQ(vela::choose_kept_2022(ranges, 8).kept, (std::vector<bool>{false, true}));
  EXPECT_EQ(vela::choose_kept(ranges, 8).kept, (std::vector<bool>{true, false}));
}

// The range of 50 bytes can never fit. In `ranges`, the small ranges are examined while the large
// range still counts as used memory. So they count as competing, and a later pass over competing
// ranges keeps them. In `reversed`, the large range is evicted first.
TEST(VelaSpill2022, KeepsSmallRangesBeforeAndBehindARangeThatNeverFits) {
  const std::vector<SpillRange> ranges = {
      {0, 1, 5, 1, true}, {0, 1, 4, 1, true}, {1, 1, 50, 1, true}};
  EXPECT_EQ(vela::choose_kept_2022(ranges, 10).kept, (std::vector<bool>{true, true, false}));
  const std::vector<SpillRange> reversed = {ranges[2], ranges[1], ranges[0]};
  EXPECT_EQ(vela::choose_kept_2022(reversed, 10).kept, (std::vector<bool>{false, true, true}));
}

}  // namespace
}  // namespace spillway
