// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/packings.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "planner/blocks.h"
#include "planner/exact/occupied_spans.h"
#include "planner/exact/preorder.h"
#include "planner/exact/repair.h"
#include "planner/exact/section_trees.h"
#include "planner/exact/skyline.h"
#include "tests/planner/large_programs.h"
#include "tests/planner/problems.h"

namespace spillway::exact {
namespace {

class Numbers {
 public:
  int operator()(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

 private:
  std::mt19937 random_{7};
};

/// Returns the offset of the smallest gap into which the block fits. Compares the block with each
/// placed block that is live at the same time.
Bytes smallest_gap_of(const PlacedBlocks& placed, const UnplacedBlock& block) {
  Bytes end = 0;
  Bytes best = -1;
  Bytes smallest = std::numeric_limits<Bytes>::max();
  placed.each_live_with(block, [&](const PlacedBlock& other) {
    const Bytes gap = other.offset - end;
    if (gap >= block.size && gap < smallest) {
      smallest = gap;
      best = end;
    }
    end = std::max(end, round_up(other.end, block.alignment));
    return true;
  });
  return best >= 0 ? best : end;
}

TEST(OccupiedSpans, FindTheSameGapsAsALinearScan) {
  Numbers draw;
  for (int round = 0; round < 60; ++round) {
    const int sections = draw(1, 40);
    OccupiedSpans spans(sections);
    PlacedBlocks placed;
    for (int i = 0; i < 60; ++i) {
      const int first = draw(0, sections - 1);
      const Rectangle item{first, draw(first + 1, sections), draw(1, 30), Bytes{1} << draw(0, 3)};
      const UnplacedBlock block{item.first_section, item.end_section, item.size, item.alignment};
      ASSERT_EQ(spans.lowest_gap(item), placed.first_fit(block));
      ASSERT_EQ(spans.smallest_gap(item), smallest_gap_of(placed, block));
      const Bytes offset = placed.first_fit(block) + (draw(0, 2) == 0 ? 8 * draw(0, 5) : 0);
      if (offset != placed.first_fit(block) && placed.peak() > offset) continue;
      spans.insert(item, offset);
      placed.insert(block, offset);
    }
  }
}

TEST(SectionTrees, AgreeWithPlainArrays) {
  Numbers draw;
  for (const int sections : {1, 2, 3, 7, 33}) {
    SkylineTree skyline(static_cast<std::size_t>(sections));
    std::vector<Bytes> heights(static_cast<std::size_t>(sections), 0);
    std::vector<Bytes> left(static_cast<std::size_t>(sections), 1'000'000);
    RemainingTree remaining(left);
    for (int round = 0; round < 500; ++round) {
      const int first = draw(0, sections - 1);
      const int end = draw(first + 1, sections);
      const Bytes highest = *std::max_element(heights.begin() + first, heights.begin() + end);
      ASSERT_EQ(skyline.highest(first, end), highest);
      ASSERT_EQ(remaining.fullest(first, end).bytes,
                *std::max_element(left.begin() + first, left.begin() + end));
      const int size = draw(0, 9);
      std::fill(heights.begin() + first, heights.begin() + end, highest + size);
      skyline.raise(first, end, highest + size);
      for (int s = first; s < end; ++s) left[static_cast<std::size_t>(s)] -= size;
      remaining.take(first, end, size);
    }
    ASSERT_EQ(remaining.section_at_threshold(), -1);
    remaining.set_threshold(sections - 1, left.back() - 1);
    ASSERT_EQ(remaining.section_at_threshold(), -1);
    remaining.take(sections - 1, sections, 1);
    ASSERT_EQ(remaining.section_at_threshold(), sections - 1);
  }
}

Instance instance_of(test::ProgramKind kind, int count) {
  return make_instance(test::large_program(kind, count, 2), {"fast", unlimited, 1});
}

TEST(Packings, EveryHeuristicGivesAValidPacking) {
  const auto always = [] { return true; };
  for (const test::ProgramKind kind : test::program_kinds) {
    const Instance instance = instance_of(kind, 500);
    const Bytes load = lower_bound(instance);
    Effort effort(200'000'000, always);
    Packing rules;
    pack_by_rules(instance, load, rules, effort);
    EXPECT_TRUE(is_packing(instance, rules.offsets)) << test::name_of(kind);
    EXPECT_GE(rules.peak, load);
    const std::vector<Bytes> upwards =
        pack_upwards(instance, load, unlimited, preorder(instance, 0), effort);
    EXPECT_TRUE(is_packing(instance, upwards)) << test::name_of(kind);
    Packing repaired = rules;
    Effort little(5'000'000, always);
    lower_by_repair(instance, load, repaired, little);
    EXPECT_TRUE(is_packing(instance, repaired.offsets)) << test::name_of(kind);
    EXPECT_LE(repaired.peak, rules.peak);
  }
}

TEST(Packings, OverlapsAndWrongAlignmentAreInvalid) {
  const Instance instance = make_instance(
      {test::buffer("a", 0, 2, 8, 4), test::buffer("b", 1, 3, 8, 4)}, {"fast", unlimited, 1});
  EXPECT_TRUE(is_packing(instance, {0, 8}));
  EXPECT_FALSE(is_packing(instance, {0, 4}));
  EXPECT_FALSE(is_packing(instance, {0, 10}));
  EXPECT_FALSE(is_packing(instance, {0}));
}

TEST(Repair, LowersAStackOfAllItemsToTheLoad) {
  const Instance instance = instance_of(test::ProgramKind::rectangles, 300);
  std::vector<Bytes> offsets;
  Bytes top = 0;
  for (const Item& item : instance.items) {
    offsets.push_back(top);
    top += item.size;
  }
  Effort effort(100'000'000, [] { return true; });
  ASSERT_TRUE(Repair(instance).reach(offsets, {lower_bound(instance), 0, false}, effort));
  EXPECT_TRUE(is_packing(instance, offsets));
  EXPECT_EQ(peak_of(instance, offsets), lower_bound(instance));
}

TEST(Repair, KeepsThePackingIfTheEffortIsUsedUp) {
  const Instance instance = instance_of(test::ProgramKind::cuttings, 300);
  Effort effort(200'000'000, [] { return true; });
  Packing packing;
  pack_by_rules(instance, 0, packing, effort);
  std::vector<Bytes> offsets = packing.offsets;
  Effort little(100'000, [] { return true; });
  EXPECT_FALSE(Repair(instance).reach(offsets, {lower_bound(instance), 0, false}, little));
  EXPECT_EQ(offsets, packing.offsets);
}

}  // namespace
}  // namespace spillway::exact
