// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include <gtest/gtest.h>

#include "planner/plan_network.h"
#include "planner/search/fluid/random.h"
#include "planner/search/network_model.h"
#include "planner/search/plan_draft.h"
#include "tests/planner/search/chains.h"

namespace spillway::search {
namespace {

TEST(MapAlignment, TheModelRoundsMapsUpToTheAlignmentOfTheProblem) {
  constexpr Bytes alignment = 256;
  Random random(3);
  const Network network = chain(random, 6);
  const PlanningRequest request = request_for(network, 64 * 1024);
  const PlanningProblem problem = make_problem(network, request.memories, alignment);
  const NetworkCosts costs = assume_costs(request, problem);
  const NetworkModel model(request, problem, costs, {}, NetworkModel::Deliveries::in_place);
  std::size_t occupancies = 0;
  for (const Object& object : model.fluid().objects) {
    for (const Choice& choice : object.choices) {
      for (const Occupancy& occupancy : choice.occupancies) {
        EXPECT_EQ(occupancy.bytes % alignment, 0) << object.name;
        ++occupancies;
      }
    }
  }
  EXPECT_GT(occupancies, 0U);
}

TEST(MapAlignment, PlansKeepTheAlignmentOfSingleMaps) {
  constexpr Bytes alignment = 256;
  Random random(3);
  const Network network = chain(random, 6);
  const PlanningRequest request = request_for(network, 64 * 1024);
  PlanningProblem problem = make_problem(network, request.memories);
  for (Buffer& buffer : problem.buffers) buffer.alignment = alignment;
  const NetworkCosts costs = assume_costs(request, problem);
  const NetworkModel model(request, problem, costs, {}, NetworkModel::Deliveries::in_place);
  const auto planned = realise(network, request, problem, model.draft(model.with_all_maps_fast()));
  ASSERT_TRUE(planned.has_value());
  for (const Placement& placement : planned->result.placements) {
    EXPECT_EQ(placement.offset % alignment, 0);
  }
}

}  // namespace
}  // namespace spillway::search
