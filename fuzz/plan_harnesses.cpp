// SPDX-License-Identifier: Apache-2.0
#include "fuzz/harness.h"
#include "fuzz/small_network.h"
#include "planner/check_problem.h"
#include "planner/checks/validate.h"
#include "planner/external/planner_program.h"
#include "planner/plan_io/given_plan.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/tool_plans.h"
#include "planner/plan_io/whole_plan.h"
#include "planner/planner.h"

namespace spillway::fuzz {
namespace {

// Makes a plan for `problem` with the planner named `planner`, and reports a finding if the plan is
// invalid.
void expect_valid_plan(const PlanningProblem& problem, const char* planner) {
  constexpr std::size_t most_buffers = 64;
  if (problem.buffers.size() > most_buffers) return;
  const PlanningResult result = find_planner(planner).planner->plan(problem, {});
  if (result.status != PlanStatus::ok) return;
  const auto violations = validate_placements(problem, result.placements, result.outer_buffers);
  if (!violations.empty()) {
    report_finding(std::string(planner) + ": " + violations.front().message);
  }
}

void use_buffers(PlacedProblem placed) {
  check_problem(placed.problem, placed.rows);
  validate_placements(placed.problem, placed.placements);
  write_plan_csv(placed.problem, placed.placements);
  for (const char* planner : {"tflm-greedy", "vela-greedy", "cadence-greedy"}) {
    catch_user_error([&] { expect_valid_plan(placed.problem, planner); });
  }
}

void run_plan_csv(ByteView input) {
  catch_user_error([&] { use_buffers(read_plan_csv(text_of(input), "fuzz.csv", {})); });
}

void run_whole_plan(ByteView input) {
  static const Network plain = small_network();
  const Network& network = small_result().network;
  const PlanReader reader{plain, network, small_result().plan.plan.memories};
  catch_user_error([&] {
    const GivenPlan given = read_given_plan(text_of(input), "fuzz.csv", reader);
    if (validate_plan(given.plan, network).empty()) write_plan_csv(given.plan, network);
  });
}

void run_vela_allocation(ByteView input) {
  catch_user_error([&] { use_buffers(read_vela_allocation(text_of(input), "fuzz.txt")); });
}

void run_st_edge_ai_report(ByteView input) {
  catch_user_error([&] { use_buffers(read_st_edge_ai_report(text_of(input), "fuzz.json")); });
}

void run_executorch(ByteView input) {
  const PlanningProblem& problem = small_result().plan.problem;
  catch_user_error([&] { use_buffers(read_executorch_plan(text_of(input), "fuzz.txt", problem)); });
}

// Reads the input as the output of a user's planner program, and checks that the resulting plan is
// valid.
void run_planner_answer(ByteView input) {
  const PlanningProblem& problem = small_result().plan.problem;
  catch_user_error([&] {
    const ProgramAnswer answer = read_program_answer(text_of(input), "fuzz", problem);
    const PlanningResult result = plan_of_answer(problem, answer, {}, "fuzz");
    if (result.status != PlanStatus::ok) return;
    const auto violations = validate_placements(problem, result.placements, result.outer_buffers);
    if (!violations.empty()) report_finding(violations.front().message);
  });
}

void run_weight_flow(ByteView input) { parse_weight_flow(text_of(input)); }

std::vector<std::string> minimalloc_seeds() {
  return {"id,lower,upper,size\nb1,0,3,4\nb2,3,9,4\nb3,0,9,4\n",
          "id,lower,upper,size,alignment,hint,offset,gaps\nb1,0,30,128,64,0,0,5-8@0:64\n"
          "b2,3,9,4,1,0,128,\n"};
}

std::vector<std::string> plan_csv_seeds() {
  std::vector<std::string> seeds = minimalloc_seeds();
  const NetworkPlan& plan = small_result().plan;
  seeds.push_back(write_plan_csv(plan.problem, plan.result.placements));
  return seeds;
}

std::vector<std::string> whole_plan_seeds() {
  return {write_plan_csv(small_result().plan.plan, small_result().network)};
}

std::vector<std::string> vela_allocation_seeds() {
  return {
      "Tensor Allocation for mem_area Sram, of mem_type set (Scratch, Scratch_fast), using "
      "allocator HillClimb, in NPU subgraph:\n"
      "Start Time -   End Time:  Start Addr -   End Addr: Tensor Size: Memory Usage:    Pseudo:    "
      "     Type  : Tensor Name\n"
      "         0 -          1:           0 -        192:         192:           192:      False : "
      "FeatureMap  : image\n"
      "         1 -          2:         192 -        448:         256:           448:      False : "
      "FeatureMap  : conv\n"};
}

std::vector<std::string> st_edge_ai_report_seeds() {
  return {
      R"({"memory_pools":[{"id":1,"name":"ram","address":"100","alignment":8,"size_bytes":4096,)"
      R"("subpools":[]},{"id":2,"name":"both","address":"64","alignment":8,"size_bytes":-1,)"
      R"("subpools":[1]}],"buffers":[{"id":1,"name":"a","mpool_id":1,"offset_start":0,)"
      R"("size_bytes":64,"alignment":4,"is_param":false,"epochs":{"start":0,"end":1}},)"
      R"({"id":2,"name":"b","mpool_id":2,"offset_start":36,"size_bytes":64,"alignment":4,)"
      R"("is_param":false,"epochs":{"start":1,"end":2}}],"graphs":[{"nodes":[{"inputs":[1],)"
      R"("outputs":[2]}]}]})"};
}

std::vector<std::string> executorch_seeds() {
  return {"0 0 192\n192 1 256\n448 2 256\n", "id,offset,size\n0,0,192\n1,192,256\n"};
}

std::vector<std::string> planner_answer_seeds() {
  return {
      "{\"schema_version\": 1,\n\"placements\": [\n{\"buffer\": 0, \"memory\": 0, \"offset\": 0},\n"
      "{\"buffer\": 1, \"memory\": 1, \"offset\": 4096},\n{\"buffer\": 2, \"memory\": 0}\n]}\n",
      "{\"schema_version\": 1, \"status\": \"does not fit\", \"memory\": 0, \"excess_bytes\": 64}",
      "{\"schema_version\": 1, \"plan_csv\": \"tensor,memory,offset\\n\"}"};
}

std::vector<std::string> weight_flow_seeds() { return {"0:256+160 16:256+160@3", "0:0+0"}; }

}  // namespace

std::vector<Harness> plan_harnesses() {
  return {{"plan_csv", Shape::text, run_plan_csv, plan_csv_seeds},
          {"minimalloc", Shape::text, run_plan_csv, minimalloc_seeds},
          {"whole_plan", Shape::text, run_whole_plan, whole_plan_seeds},
          {"vela_allocation", Shape::text, run_vela_allocation, vela_allocation_seeds},
          {"st_edge_ai_report", Shape::text, run_st_edge_ai_report, st_edge_ai_report_seeds},
          {"executorch_plan", Shape::text, run_executorch, executorch_seeds},
          {"planner_answer", Shape::text, run_planner_answer, planner_answer_seeds},
          {"weight_flow", Shape::text, run_weight_flow, weight_flow_seeds}};
}

}  // namespace spillway::fuzz
