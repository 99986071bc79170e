// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "planner/placement/placement.h"
#include "planner/search/ladder_search.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

/// Takes the place of the simulator: returns cycles that depend on the places of data in a plan,
/// and counts the runs.
struct Simulator {
  std::int64_t runs = 0;

  double run(const Plan& plan) {
    ++runs;
    double cycles = 0;
    for (const Residency& r : plan.residencies) {
      const auto bytes = static_cast<double>(r.size);
      cycles += r.memory == slow_memory ? bytes * (3 + r.tensor % 3) : bytes;
    }
    for (const Copy& copy : plan.copies) cycles += 30.0 * (copy.tensor % 3);
    for (const WeightFlow& flow : plan.weights) {
      cycles += flow.in_place() ? 100.0 * (flow.op % 4) : 40.0;
    }
    return cycles;
  }
};

PlanningRequest timed_by(Simulator& simulator, const Network& network, Bytes capacity) {
  PlanningRequest request = request_for(network, capacity);
  request.options.search_budget = 100;
  request.weights->time = [&simulator](const Plan& plan) { return simulator.run(plan); };
  return request;
}

void expect_same(const NetworkPlan& a, const NetworkPlan& b, Bytes capacity) {
  EXPECT_EQ(a.result.note, b.result.note) << capacity;
  EXPECT_EQ(a.plan.memories[0].capacity, b.plan.memories[0].capacity) << capacity;
  EXPECT_EQ(a.problem.memories[0].capacity, b.problem.memories[0].capacity) << capacity;
  ASSERT_EQ(a.plan.residencies.size(), b.plan.residencies.size()) << capacity;
  for (std::size_t i = 0; i < a.plan.residencies.size(); ++i) {
    EXPECT_EQ(a.plan.residencies[i].memory, b.plan.residencies[i].memory) << capacity;
    EXPECT_EQ(a.plan.residencies[i].offset, b.plan.residencies[i].offset) << capacity;
    EXPECT_EQ(a.plan.residencies[i].lower, b.plan.residencies[i].lower) << capacity;
  }
  EXPECT_EQ(a.plan.copies.size(), b.plan.copies.size()) << capacity;
  EXPECT_EQ(a.plan.weights.size(), b.plan.weights.size()) << capacity;
}

/// Returns fifty sizes of fast memory, in mixed order, from a twelfth of the peak to about four
/// times the peak.
std::vector<Bytes> sizes_of(const Network& network) {
  const Bytes peak =
      most_live_bytes(make_problem(network, request_for(network, 0).memories).buffers);
  std::vector<Bytes> sizes;
  for (Bytes i = 0; i < 50; ++i) sizes.push_back(peak * (1 + 17 * i % 50) / 12);
  return sizes;
}

TEST(SlowKeptSearches, GiveThePlansOfSeparateSearchesForAQuarterOfTheRuns) {
  Random random(11);
  const Network network = chain(random, 9);
  KeptSearches kept;
  Simulator alone, sharing;
  for (const Bytes capacity : sizes_of(network)) {
    PlanningRequest request = timed_by(sharing, network, capacity);
    request.weights->kept_searches = &kept;
    const NetworkPlan shared = plan_network(network, request);
    expect_same(shared, plan_network(network, timed_by(alone, network, capacity)), capacity);
  }
  EXPECT_LT(4 * sharing.runs, alone.runs);
}

TEST(KeptSearches, SearchesWithAnotherKeyAreNotReused) {
  Random random(12);
  const Network network = chain(random, 6), other = chain(random, 7);
  KeptSearches kept;
  Simulator simulator;
  for (const Network* of : {&network, &other, &network}) {
    const auto ask = [&](KeptSearches* searches) {
      PlanningRequest request = timed_by(simulator, *of, 1024);
      request.weights->kept_searches = searches;
      request.weights->search_name = of == &network ? "one" : "other";
      return plan_network(*of, request);
    };
    expect_same(ask(&kept), ask(nullptr), 1024);
  }
}

TEST(KeptSearches, DropTheOldestSearch) {
  Random random(13);
  const Network network = chain(random, 4);
  Simulator simulator;
  const PlanningRequest request = timed_by(simulator, network, 512);
  WeightPlanning asked = *request.weights;
  asked.cycles = [&](const Plan& plan) { return SimulatedCycles{simulator.run(plan), {}}; };
  KeptSearches kept;
  for (char name = 'a'; name <= 'i'; ++name) {
    kept.keep(std::string(1, name), std::make_unique<LadderSearch>(network, request, asked));
  }
  EXPECT_EQ(kept.take("a"), nullptr);
  EXPECT_NE(kept.take("b"), nullptr);
  EXPECT_EQ(kept.take("b"), nullptr);
  EXPECT_NE(kept.take("i"), nullptr);
}

}  // namespace
}  // namespace spillway::search
