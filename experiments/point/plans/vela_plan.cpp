// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/vela_plan.h"

#include <memory>
#include <utility>
#include <vector>

#include "hwmodels/target/processor_family.h"
#include "planner/capacity_error.h"
#include "planner/checks/placed_ranges.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

constexpr std::size_t identifier_at = 4;  // offset of the file identifier in a flatbuffer, in bytes
constexpr const char* identifier = "TFL3";

// Sets the capacities of the plan's memories to those of the target, because the decoder of command
// streams does not know capacities.
void set_capacities(const Target& target, Plan& plan) {
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    plan.memories[m].capacity = target.memories[m].capacity;
  }
}

}  // namespace

bool is_tflite_plan(const std::string& contents) {
  return contents.size() > identifier_at && contents.compare(identifier_at, 4, identifier) == 0;
}

VelaPlan plan_as_compiled(const std::string& contents, const std::string& source, Network& network,
                          const Target& target) {
  const Network compiled =
      parse_tflite(std::make_shared<const FileBytes>(contents.begin(), contents.end()), source);
  const ProcessorFamily* const family = compiled_family(compiled);
  if (family == nullptr) {
    throw UserError(ExitCode::input_file, {source},
                    "holds no ethos-u operator: only a network that Vela compiled brings a plan");
  }
  family->adopt_formats(network, compiled, target);
  CompiledPlan made = family->plan_of_compiled(network, compiled, target);
  VelaPlan result;
  result.weight_ratios = std::move(made.weight_ratios);
  result.plan.plan = std::move(made.plan);
  set_capacities(target, result.plan.plan);
  require_room("the plan of " + source, result.plan.plan);
  share_overlapping_room(result.plan.plan, network);
  result.plan.problem = make_problem(network, result.plan.plan.memories);
  return result;
}

}  // namespace spillway
