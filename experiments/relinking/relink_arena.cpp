// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_arena.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/point/plans/imported_plan.h"
#include "planner/capacity_error.h"
#include "planner/placement/placement.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

constexpr const char* runtimes_planner = "tflm-greedy";

// Returns a request for a plan with two memories: memory 0 is the arena, memory 1 is the network's
// file. The constants stay in the file, whose size has no limit.
PlanningRequest request_for(const MemorySpace& arena, const std::string& planner) {
  PlanningRequest request;
  request.planner = planner;
  request.memories = {arena, {"file", unlimited, 1}};
  request.arena = {0};
  request.constants = 1;
  return request;
}

Bytes peak_of(const Plan& plan) {
  Bytes peak = 0;
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 0) peak = std::max(peak, residency.offset + residency.size);
  }
  return peak;
}

NetworkPlan plan_of_runtime(const Network& network) {
  return plan_network(network, request_for({"arena", unlimited, 1}, runtimes_planner));
}

// Returns the network without the plan in its metadata, because planners would not change offsets
// that the metadata gives.
Network without_offline_plan(Network network) {
  auto& metadata = network.metadata;
  metadata.erase(
      std::remove_if(metadata.begin(), metadata.end(),
                     [](const NamedBytes& entry) { return entry.name == offline_plan_name; }),
      metadata.end());
  return network;
}

// Returns the plan of the arena. The planner gets an arena without limit, and the size is checked
// afterwards, so that the error can say how many bytes are missing. Throws CapacityError if the
// plan exceeds the size of the arena.
Plan plan_of(const Network& network, const ArenaRequest& given) {
  const MemorySpace uncapped{given.arena.name, unlimited, given.arena.alignment};
  PlanningRequest request = request_for(uncapped, given.planner);
  request.options = given.options;
  NetworkPlan planned =
      given.plan_text.empty()
          ? plan_network(without_offline_plan(network), request)
          : plan_as_given(given.plan_text, given.plan_source, network, network, request).plan;
  planned.plan.memories.front() = given.arena;
  require_room(given.plan_text.empty() ? given.planner : "the plan of " + given.plan_source,
               planned.plan);
  return std::move(planned.plan);
}

}  // namespace

std::vector<std::uint8_t> tflite_with_plan(const std::vector<std::uint8_t>& file, const Plan& plan,
                                           std::size_t tensors, const std::string& source) {
  std::vector<std::int32_t> offsets(tensors, not_planned);
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 0) {
      at(offsets, residency.tensor) = static_cast<std::int32_t>(residency.offset);
    }
  }
  return with_offline_plan(file, offsets, source);
}

ArenaFile relink_arena(const Network& network, const ArenaRequest& request) {
  const ByteView contents = file_contents(network);
  if (contents.empty()) {
    throw UserError(ExitCode::input_file,
                    network.name +
                        " was not read from a .tflite file, so there is none to write anew; "
                        "'spillway convert --to tflite' writes one");
  }
  const std::vector<std::uint8_t> original(contents.begin(), contents.end());
  NetworkPlan before = plan_of_runtime(network);
  const Plan plan = plan_of(network, request);
  ArenaFile result;
  result.planner = plan.planner;
  result.before = peak_of(before.plan);
  result.lower_bound = lower_bound(before.problem.buffers);
  result.bytes = tflite_with_plan(original, plan, network.tensors.size(), network.source);
  result.plan_before = std::move(before.plan);
  result.plan_after = plan_of_runtime(parse_tflite(result.bytes, network.source)).plan;
  result.after = peak_of(result.plan_after);
  if (result.after < result.before) return result;
  result.kept_because = fmt::format("the arena takes {} bytes with the new plan, {} as it is",
                                    with_thousands(result.after), with_thousands(result.before));
  result.after = result.before;
  result.plan_after = result.plan_before;
  result.bytes = original;
  return result;
}

}  // namespace spillway
