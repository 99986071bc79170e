// SPDX-License-Identifier: Apache-2.0
#include "planner/pins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "planner/checks/validate.h"
#include "tests/planner/problems.h"
#include "tests/traces/add_tensor.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using test::buffer;
using testing::AllOf;
using testing::HasSubstr;

/// Returns a chain of two operators over three maps of 64 bytes: in, x=1 and out.
Network chain() {
  Network network;
  for (const char* name : {"in", "x=1", "out"}) {
    test::add_tensor(network, name, DataType::int8, {64});
  }
  network.operators.resize(2);
  network.operators[0].inputs = {0};
  network.operators[0].outputs = {1};
  network.operators[1].inputs = {1};
  network.operators[1].outputs = {2};
  network.inputs = {0};
  network.outputs = {2};
  return network;
}

PlanningRequest pinned_request(const std::string& planner, const std::vector<std::string>& pins) {
  PlanningRequest request;
  request.memories = {{"sram", 1024, 16}, {"dram", unlimited, 16}, {"flash", unlimited, 16}};
  request.arena = {0, 1};
  request.planner = planner;
  std::vector<PinRule> rules;
  for (const std::string& pin : pins) rules.push_back(parse_pin(pin));
  request.pins = resolve_pins(rules, chain(), request.memories);
  return request;
}

std::string refusal(const std::string& planner, const std::vector<std::string>& pins) {
  return test::user_error([&] { plan_network(chain(), pinned_request(planner, pins)); },
                          ExitCode::usage);
}

TEST(Pins, APlannerThatWouldIgnoreThemRefusesAndNamesThoseThatDoNot) {
  auto problem = test::one_memory({buffer("a", 0, 2, 16), buffer("fixed", 0, 2, 16)});
  problem.buffers[1].pinned_offset = 64;
  for (const PlannerEntry& entry : planners()) {
    const std::string message =
        test::user_error([&] { require_pins_honoured(problem, entry, {}); }, ExitCode::usage);
    if (entry.planner->honours_pins({})) {
      EXPECT_EQ(message, "") << entry.name;
      EXPECT_EQ(entry.planner->plan(problem, {}).placements[1].offset, 64) << entry.name;
    } else {
      EXPECT_THAT(message, AllOf(HasSubstr("planner '" + entry.name + "'"), HasSubstr("'fixed'"),
                                 HasSubstr("these planners can: cadence-position, cadence-greedy, "
                                           "banked-greedy, size-threshold, exact")));
    }
  }
}

TEST(Pins, AnAllocatorThatReplacesOffsetsIgnoresPins) {
  auto problem = test::one_memory({buffer("fixed", 0, 2, 16)});
  problem.buffers[0].pinned_offset = 64;
  PlannerOptions options;
  options.allocator = "vela-greedy";
  EXPECT_THAT(test::user_error(
                  [&] { require_pins_honoured(problem, find_planner("cadence-greedy"), options); },
                  ExitCode::usage),
              HasSubstr("planner 'cadence-greedy' with allocator 'vela-greedy'"));
  options.allocator = "exact";
  EXPECT_NO_THROW(require_pins_honoured(problem, find_planner("single"), options));
}

TEST(Pins, ExactKeepsToTheMemoryThatAPinNames) {
  auto problem = test::two_memories({buffer("a", 0, 2, 16), buffer("b", 0, 2, 16)}, 64);
  problem.buffers[1].pinned_memory = 1;
  const Planner& exact = *find_planner("exact").planner;
  EXPECT_EQ(exact.plan(problem, {}).placements[0].memory, 1);
  problem.buffers[0].pinned_memory = 0;
  const PlanningResult torn = exact.plan(problem, {});
  EXPECT_EQ(torn.status, PlanStatus::infeasible);
  EXPECT_THAT(torn.note, HasSubstr("one memory only"));
}

TEST(Pins, ATensorKeepsOutOfMemoriesAndFollowsAnotherTensor) {
  for (const char* planner : {"cadence-greedy", "cadence-position", "banked-greedy", "exact"}) {
    const NetworkPlan apart = plan_network(chain(), pinned_request(planner, {"in=not:sram"}));
    ASSERT_EQ(apart.result.status, PlanStatus::ok) << planner;
    EXPECT_EQ(apart.result.placements[0].memory, 1) << planner;
    const NetworkPlan behind =
        plan_network(chain(), pinned_request(planner, {"out=behind:x=1", "x=1=not:sram"}));
    ASSERT_EQ(behind.result.status, PlanStatus::ok) << planner;
    EXPECT_EQ(behind.result.placements[1].memory, 1) << planner;
    EXPECT_EQ(behind.result.placements[2].memory, 1) << planner;
    EXPECT_EQ(behind.result.placements[2].offset, behind.result.placements[1].offset + 64);
    EXPECT_TRUE(validate_plan(behind.plan, chain()).empty()) << planner;
  }
}

TEST(Pins, ATensorBehindAPinnedTensorFollowsIt) {
  const NetworkPlan planned =
      plan_network(chain(), pinned_request("cadence-greedy", {"out=behind:in", "in=sram@0x100"}));
  ASSERT_EQ(planned.result.status, PlanStatus::ok);
  EXPECT_EQ(planned.result.placements[2].memory, 0);
  EXPECT_EQ(planned.result.placements[2].offset, 0x140);
}

TEST(Pins, ImpossibleRelativePinsAreRefused) {
  EXPECT_THAT(refusal("cadence-greedy", {"in=behind:out", "out=behind:in"}),
              HasSubstr("'in' would be behind itself"));
  EXPECT_THAT(refusal("cadence-greedy", {"out=behind:in", "out=dram"}),
              HasSubstr("'out' is behind 'in', which decides its place; pin that one"));
  EXPECT_THAT(refusal("cadence-greedy", {"out=behind:in", "in=outside"}),
              HasSubstr("'out' cannot be behind 'in', which is outside the plan"));
  EXPECT_THAT(refusal("cadence-greedy", {"in=not:sram", "in=not:dram"}),
              HasSubstr("no memory is left for 'in'"));
  EXPECT_THAT(refusal("tflm-greedy", {"in=not:sram"}), HasSubstr("cannot pin 'in'"));
  EXPECT_THAT(refusal("tflm-greedy", {"out=behind:in"}), HasSubstr("cannot pin 'out'"));
}

TEST(Pins, AreWrittenAsTheyAreRead) {
  for (const char* text : {"x=1=sram", "x=sram@64", "x=outside", "x=not:dram", "x=behind:y=2"}) {
    EXPECT_EQ(pin_text(parse_pin(text)), text);
  }
  for (const char* text : {"x=behind:", "x=not:", "=behind:y"}) {
    EXPECT_THAT(test::user_error([&] { parse_pin(text); }, ExitCode::usage),
                HasSubstr("TENSOR=behind:OTHER"))
        << text;
  }
}

TEST(Pins, InputsAndOutputsGoWhereTheUserSays) {
  for (const char* planner : {"cadence-greedy", "cadence-position", "banked-greedy"}) {
    const NetworkPlan planned =
        plan_network(chain(), pinned_request(planner, {"inputs=dram@0x40", "outputs=outside"}));
    ASSERT_EQ(planned.result.status, PlanStatus::ok);
    EXPECT_EQ(planned.result.placements[0].memory, 1);
    EXPECT_EQ(planned.result.placements[0].offset, 64);
    EXPECT_EQ(planned.result.placements[1].memory, 0);
    EXPECT_THAT(planned.plan.outside, testing::ElementsAre(2));
    EXPECT_TRUE(validate_plan(planned.plan, chain()).empty());
  }
}

TEST(Pins, EveryPlannerCanLeaveATensorToTheApplication) {
  for (const PlannerEntry& entry : planners()) {
    const NetworkPlan planned =
        plan_network(chain(), pinned_request(entry.name, {"inputs=outside", "outputs=outside"}));
    ASSERT_EQ(planned.result.status, PlanStatus::ok) << entry.name;
    EXPECT_THAT(planned.plan.outside, testing::ElementsAre(0, 2)) << entry.name;
    EXPECT_TRUE(validate_plan(planned.plan, chain()).empty()) << entry.name;
  }
}

TEST(Pins, ARefusalListsAllPlannersThatCanPin) {
  EXPECT_THAT(refusal("vela-greedy", {"in=sram"}),
              HasSubstr("cadence-position, cadence-greedy, banked-greedy, size-threshold, exact"));
}

TEST(Pins, MistakesAreNamed) {
  EXPECT_THAT(refusal("exact", {"input=sram"}), HasSubstr("did you mean 'inputs'"));
  EXPECT_THAT(refusal("exact", {"in=srma"}), HasSubstr("did you mean 'sram'"));
  EXPECT_THAT(refusal("exact", {"in=flash"}), HasSubstr("not a memory for feature maps"));
  EXPECT_THAT(refusal("exact", {"in=sram@8"}), HasSubstr("expected a multiple of 16"));
  EXPECT_THAT(refusal("exact", {"in=sram@0", "x=1=sram@32"}), HasSubstr("overlap 'in'"));
  for (const char* malformed : {"in", "=sram", "in=", "in=@4", "in=sram@x", "in=outside@4"}) {
    EXPECT_THAT(refusal("exact", {malformed}), HasSubstr("TENSOR=MEMORY@OFFSET")) << malformed;
  }
}

}  // namespace
}  // namespace spillway
