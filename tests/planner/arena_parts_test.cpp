// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/arena_parts.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rounding.h"
#include "planner/registry.h"
#include "tests/planner/problems.h"

namespace spillway {
namespace {

constexpr Bytes of_parts = 16;

/// A plan for a single memory. Tests add buffers to the plan one by one.
struct HandMade {
  Network network;
  Plan plan;

  HandMade() { plan.memories = {{"sram", unlimited, of_parts}}; }

  void place(TensorKind kind, Bytes offset, Bytes size, TimeStep lower = 0, TimeStep upper = 4) {
    Tensor tensor;
    tensor.name = "t" + std::to_string(network.tensors.size());
    tensor.kind = kind;
    tensor.bytes = size;
    network.tensors.push_back(tensor);
    Residency residency;
    residency.tensor = static_cast<TensorIndex>(network.tensors.size() - 1);
    residency.memory = 0;
    residency.offset = offset;
    residency.size = size;
    residency.lower = lower;
    residency.upper = upper;
    plan.residencies.push_back(residency);
  }

  ArenaPart part() const { return arena_parts(plan, network, of_parts).front(); }
};

TEST(ArenaParts, AVariableAmongMapsIsKeptWithThePaddingBehindIt) {
  HandMade made;
  made.place(TensorKind::activation, 0, 64);
  made.place(TensorKind::variable, 64, 20);
  made.place(TensorKind::activation, 96, 100);
  EXPECT_EQ(made.part().persistent, 32);
  EXPECT_EQ(made.part().constants, 0);
  EXPECT_EQ(made.part().scratch, 196 - 32);
  EXPECT_EQ(persistent_tensors(made.plan, made.network).size(), 1U);
  EXPECT_EQ(persistent_tensors(made.plan, made.network)[0].bytes, 20);
}

TEST(ArenaParts, TheTopmostBufferHasNoPaddingBeyondThePlan) {
  HandMade made;
  made.place(TensorKind::activation, 0, 64);
  made.place(TensorKind::operator_data, 64, 20);
  EXPECT_EQ(made.part().persistent, 20);
  EXPECT_EQ(made.part().total(), 84);
}

TEST(ArenaParts, ACopyOfWeightsIsScratchAndItsSourceIsNot) {
  HandMade made;
  made.place(TensorKind::weight, 0, 64);
  made.place(TensorKind::weight, 64, 32, 1, 2);
  EXPECT_EQ(made.part().constants, 96);
  Copy copy;
  copy.to = 1;
  made.plan.copies.push_back(copy);
  EXPECT_EQ(made.part().constants, 64);
  EXPECT_EQ(made.part().scratch, 32);
}

TEST(ArenaParts, GapsBetweenConstantsCountAsConstants) {
  HandMade made;
  made.place(TensorKind::weight, 0, 16);
  made.place(TensorKind::bias, 128, 16);
  EXPECT_EQ(made.part().constants, 144);
  EXPECT_EQ(made.part().scratch, 0);
}

TEST(SharedBytes, AreAllKeptBytesPlusTheLargestScratch) {
  const std::vector<ArenaPart> parts = {{32, 0, 100}, {16, 64, 640}, {0, 0, 48}};
  EXPECT_EQ(shared_bytes(parts, ArenaUse::in_turn, of_parts), 32 + 16 + 64 + 640);
  EXPECT_EQ(shared_bytes(parts, ArenaUse::at_once, of_parts), 144 + 720 + 48);
}

TEST(SharedBytes, OfOneNetworkAreThoseOfItsPlan) {
  const ArenaPart odd{20, 3, 101};
  EXPECT_EQ(shared_bytes({odd}, ArenaUse::in_turn, of_parts), 124);
  EXPECT_EQ(shared_bytes({odd}, ArenaUse::at_once, of_parts), 124);
}

TEST(SharedBytes, BeginEveryPartAtAMultipleOfTheAlignment) {
  const std::vector<ArenaPart> parts = {{20, 0, 101}, {20, 0, 5}};
  EXPECT_EQ(shared_bytes(parts, ArenaUse::in_turn, of_parts), 32 + 32 + 112);
  EXPECT_EQ(shared_bytes({{0, 0, 101}, {0, 0, 5}}, ArenaUse::in_turn, of_parts), 101);
}

RC_GTEST_PROP(SharedBytes, DoNotDependOnTheOrderAndLieBetweenOneAndAll, ()) {
  std::vector<ArenaPart> parts(static_cast<std::size_t>(*rc::gen::inRange(2, 6)));
  for (ArenaPart& part : parts) {
    part = {*rc::gen::inRange(0, 200), *rc::gen::inRange(0, 200), *rc::gen::inRange(0, 2000)};
  }
  const Bytes in_turn = shared_bytes(parts, ArenaUse::in_turn, of_parts);
  const Bytes at_once = shared_bytes(parts, ArenaUse::at_once, of_parts);
  for (const ArenaPart& part : parts) RC_ASSERT(in_turn >= part.total());
  RC_ASSERT(in_turn <= at_once + of_parts * static_cast<Bytes>(parts.size()));
  std::vector<ArenaPart> turned(parts.rbegin(), parts.rend());
  RC_ASSERT(shared_bytes(turned, ArenaUse::in_turn, of_parts) == in_turn);
  RC_ASSERT(shared_bytes(turned, ArenaUse::at_once, of_parts) == at_once);
}

// Returns the buffers of a plan without the kept buffers (those that stay in memory between
// inferences). Each returned buffer is moved down: by the rounded sizes of all kept buffers that lie
// below it.
std::vector<Residency> moved_down(const HandMade& made) {
  std::vector<Residency> kept, moved;
  for (const Residency& residency : made.plan.residencies) {
    const TensorKind kind = made.network.tensors[static_cast<std::size_t>(residency.tensor)].kind;
    (kind == TensorKind::variable ? kept : moved).push_back(residency);
  }
  for (Residency& residency : moved) {
    Bytes below = 0;
    for (const Residency& one : kept) {
      if (one.offset < residency.offset) below += round_up(one.size, of_parts);
    }
    residency.offset -= below;
  }
  return moved;
}

// If several networks share an arena, the buffers that a network keeps between inferences get
// separate memory. All other buffers of the network are scratch, and move down by the sizes of the
// kept buffers below them. The moved buffers must fit into the scratch memory and must not overlap.
RC_GTEST_PROP(ArenaParts, BuffersMovedDownByWhatIsKeptFitTheScratchWithoutOverlaps, ()) {
  PlanningProblem problem;
  problem.memories = {{"sram", unlimited, of_parts}};
  problem.buffers = test::random_buffers(12, false);
  HandMade made;
  for (Buffer& buffer : problem.buffers) {
    buffer.alignment = of_parts;
    if (!*rc::gen::arbitrary<bool>()) continue;
    buffer.kind = TensorKind::variable;
    buffer.lower = 0;
    buffer.upper = 1000;
  }
  const PlanningResult result = find_planner("cadence-greedy").planner->plan(problem, {});
  RC_ASSERT(result.status == PlanStatus::ok);
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    made.place(buffer.kind, result.placements[i].offset, buffer.size, buffer.lower, buffer.upper);
  }
  const Bytes scratch = made.part().scratch;
  const std::vector<Residency> moved = moved_down(made);
  for (const Residency& a : moved) {
    RC_ASSERT(a.offset >= 0);
    RC_ASSERT(a.offset % of_parts == 0);
    RC_ASSERT(a.offset + a.size <= scratch);
    for (const Residency& b : moved) {
      const bool apart = &a == &b || a.upper <= b.lower || b.upper <= a.lower ||
                         a.offset + a.size <= b.offset || b.offset + b.size <= a.offset;
      RC_ASSERT(apart);
    }
  }
}

}  // namespace
}  // namespace spillway
