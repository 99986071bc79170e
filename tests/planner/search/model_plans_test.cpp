// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "base/index.h"
#include "planner/checks/validate.h"
#include "planner/search/fluid/frontier.h"
#include "planner/search/fluid/neighbours.h"
#include "planner/search/network_model.h"
#include "planner/search/simulated_plans.h"
#include "planner/search/xla_msa_plan.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

class ModelPlans : public testing::TestWithParam<int> {
 protected:
  ModelPlans()
      : random_(static_cast<std::uint64_t>(GetParam())),
        network_(chain(random_, 4 + static_cast<std::int32_t>(random_.below(8)))),
        request_(request_for(network_, 512 + static_cast<Bytes>(random_.below(2000)))),
        problem_(make_problem(network_, request_.memories)),
        costs_(assume_costs(request_, problem_)) {}

  Random random_;
  Network network_;
  PlanningRequest request_;
  PlanningProblem problem_;
  NetworkCosts costs_;
};

INSTANTIATE_TEST_SUITE_P(RandomNetworks, ModelPlans, testing::Range(1, 13));

/// Makes plans from selections (one choice for each map and each operator's weights). Weights are
/// streamed (slices arrive as late as possible) or shifted (slices arrive one or two operators
/// earlier, or one operator later). The plans must be valid: the slices of an operator contain
/// every channel, and a buffer exists while it is filled and read.
TEST_P(ModelPlans, StreamedAndShiftedWeightsBecomeValidPlans) {
  NetworkModel model(request_, problem_, costs_, {});
  Selection selection = solve_by_frontier(model.fluid(), {}).selection;
  int realised = 0;
  for (const double share : {1.0, 0.5, 0.1}) {
    for (const StreamOrder order : {StreamOrder::nearest, StreamOrder::furthest}) {
      const Selection streamed = model.streamed(selection, order, share);
      model.offer_shifted(streamed);
      std::vector<Selection> tried = {streamed};
      NeighbourCursor cursor;
      for (const Neighbour& near : neighbours(model.fluid(), streamed, cursor)) {
        if (random_.below(20) == 0) tried.push_back(near.of(streamed));
      }
      for (const Selection& some : tried) {
        const auto planned = realise(network_, request_, problem_, model.draft(some));
        if (!planned) continue;
        ++realised;
        const auto violations = validate_plan(planned->plan, network_);
        EXPECT_TRUE(violations.empty()) << violations.front().message;
      }
    }
  }
  EXPECT_GT(realised, 0);
}

TEST_P(ModelPlans, SelectionsCarryOverToAnotherModel) {
  NetworkModel model(request_, problem_, costs_, {});
  const Selection start = solve_by_frontier(model.fluid(), {}).selection;
  const Selection streamed = model.streamed(start, StreamOrder::nearest, 1);
  NetworkModel other(request_, problem_, costs_, {});
  const Selection carried = other.carried_over(model, streamed);
  EXPECT_EQ(total_cycles(other.fluid(), carried), total_cycles(model.fluid(), streamed));
  EXPECT_EQ(other.draft(carried).flows.size(), model.draft(streamed).flows.size());
}

/// For each random chain, the test begins with the selection (one choice for each map and each
/// operator's weights) that dynamic programming finds. It makes 40 random moves to neighbouring
/// selections. If memory addresses are found for a selection, its plan must be valid.
TEST(ModelSelections, ThatFitBecomeValidPlansWhereAddressesAreFound) {
  constexpr int walks = 40;
  int realised = 0, tried = 0, with_copies = 0, with_buffers = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Network network = chain(random, 4 + static_cast<std::int32_t>(random.below(8)));
    const PlanningRequest request =
        request_for(network, 512 + static_cast<Bytes>(random.below(2000)));
    const PlanningProblem problem = make_problem(network, request.memories);
    const NetworkCosts costs = assume_costs(request, problem);
    const NetworkModel model(request, problem, costs, {});
    Selection selection = solve_by_frontier(model.fluid(), {}).selection;
    for (int i = 0; i < walks; ++i) {
      NeighbourCursor cursor;
      const std::vector<Neighbour> near = neighbours(model.fluid(), selection, cursor);
      if (near.empty()) break;
      const Neighbour& next = near[random.below(near.size())];
      selection = next.of(selection);
      EXPECT_EQ(excess_bytes(model.fluid(), selection), 0);
      EXPECT_NEAR(total_cycles(model.fluid(), selection), next.cycles, 1e-3 * next.cycles);
      ++tried;
      const auto planned = realise(network, request, problem, model.draft(selection));
      if (!planned) continue;
      ++realised;
      const auto violations = validate_plan(planned->plan, network);
      EXPECT_TRUE(violations.empty()) << violations.front().message;
      with_copies += planned->plan.copies.empty() ? 0 : 1;
      with_buffers += std::any_of(planned->plan.weights.begin(), planned->plan.weights.end(),
                                  [](const WeightFlow& flow) { return !flow.in_place(); });
    }
  }
  EXPECT_GT(realised, tried * 3 / 4);
  EXPECT_GT(with_copies, tried / 10);
  EXPECT_GT(with_buffers, tried / 10);
}

TEST_P(ModelPlans, AnAdoptedPlanIsReproduced) {
  PlanningRequest request = request_;
  request.planner = "cadence-greedy";
  request.weights->policy = "vela";
  const Plan plan = plan_network(network_, request).plan;
  NetworkModel model(request_, problem_, costs_, {});
  const Selection adopted = model.adopt(plan);
  const PlanDraft draft = model.draft(adopted);
  for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
    const auto home = std::find_if(plan.residencies.begin(), plan.residencies.end(),
                                   [&](const Residency& residency) {
                                     return residency.tensor == problem_.buffers[i].tensor &&
                                            residency.kind == ResidencyKind::tensor;
                                   });
    EXPECT_EQ(home->memory == fast_memory, draft.maps[i].home == no_memory);
  }
  for (const FlowDraft& flow : draft.flows) {
    EXPECT_EQ(static_cast<std::size_t>(flow.buffers), flow_of(plan, flow.op)->buffers.size());
  }
}

TEST_P(ModelPlans, WithAllMapsFastNoMapHasAHomeElsewhere) {
  const NetworkModel model(request_, problem_, costs_, {});
  const Selection selection = model.with_all_maps_fast();
  const PlanDraft draft = model.draft(selection);
  for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
    if (problem_.buffers[i].stays_unplaced) continue;
    EXPECT_EQ(draft.maps[i].home, no_memory) << problem_.buffers[i].name;
    EXPECT_EQ(draft.maps[i].stays.size(), 1U) << problem_.buffers[i].name;
  }
  for (const FlowDraft& flow : draft.flows) EXPECT_EQ(flow.buffers, 0);
}

TEST_P(ModelPlans, XlaMsaMakesValidPlans) {
  PlanningRequest request = request_;
  request.planner = "xla-msa";
  const NetworkPlan planned = plan_network(network_, request);
  ASSERT_EQ(planned.result.status, PlanStatus::ok);
  const auto violations = validate_plan(planned.plan, network_);
  EXPECT_TRUE(violations.empty()) << violations.front().message;
  EXPECT_EQ(planned.plan.planner, "xla-msa");
}

TEST(XlaMsa, PrefetchesWeightsBehindOperatorsThatHideThem) {
  Random random(5);
  const Network network = chain(random, 8);
  PlanningRequest request = request_for(network, 16384);
  request.planner = "xla-msa";
  int fetched = 0;
  for (const WeightFlow& flow : plan_network(network, request).plan.weights) {
    if (flow.in_place()) continue;
    ++fetched;
    EXPECT_LT(flow.slices.front().fetch_at, flow.op + 1);
  }
  EXPECT_GT(fetched, 0);
}

TEST(RankCorrelation, IsOneForTheSameOrderAndMinusOneForTheOpposite) {
  EXPECT_DOUBLE_EQ(rank_correlation({{1, 10}, {2, 30}, {5, 90}}), 1);
  EXPECT_DOUBLE_EQ(rank_correlation({{1, 9}, {2, 3}, {5, 1}}), -1);
  EXPECT_DOUBLE_EQ(rank_correlation({{1, 9}, {1, 3}, {1, 1}}), 0);
}

TEST(SimulatedPlans, SimulatesEqualPlansOnce) {
  int simulations = 0;
  SimulatedPlans plans([&](const Plan&) {
    return SimulatedCycles{static_cast<double>(++simulations), {}};
  });
  Plan plan;
  plan.residencies.push_back({0, 0, 0, 16, 0, 1});
  plan.planner = "one";
  EXPECT_EQ(plans.of(plan).total, 1);
  plan.planner = "another";
  EXPECT_EQ(plans.of(plan).total, 1);
  plan.residencies[0].offset = 16;
  EXPECT_EQ(plans.of(plan).total, 2);
  EXPECT_EQ(plans.count(), 2);
}

TEST(SimulatedPlans, SimulatesAPlanThatTakesTooLongOnlyWhenItsCyclesAreNeeded) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  int simulations = 0, ended_early = 0;
  SimulatedPlans plans(
      [&](const Plan&) {
        ++simulations;
        return SimulatedCycles{100, {}};
      },
      [&](const Plan&, double most) {
        ++ended_early;
        return most < 100;
      });
  const Plan plan;
  EXPECT_EQ(plans.within(plan, 90), infinite);
  EXPECT_EQ(plans.within(plan, 80), infinite);
  EXPECT_EQ(ended_early, 1);
  EXPECT_EQ(simulations, 0);
  EXPECT_EQ(plans.within(plan, 100), 100);
  EXPECT_EQ(ended_early, 2);
  EXPECT_EQ(plans.within(plan, 90), infinite);
  EXPECT_EQ(plans.of(plan).total, 100);
  EXPECT_EQ(ended_early, 2);
  EXPECT_EQ(simulations, 1);
  EXPECT_EQ(plans.count(), 1);
}

}  // namespace
}  // namespace spillway::search
