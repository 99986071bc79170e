// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "base/index.h"
#include "experiments/advice/change.h"
#include "experiments/point/option_table.h"

namespace spillway {
namespace {

// tensor_changes() returns at most `most_tensors` changes that pin a single feature map to the fast
// memory, and at most `most_exchanges` changes that exchange two maps: one map is pinned to the
// fast memory, another map to the slowest memory.
constexpr std::size_t most_tensors = 6;
constexpr std::size_t most_exchanges = 24;

/// A feature map, and its place and live range in the plan.
struct Placed {
  std::string name;
  MemoryIndex memory = no_memory;
  TimeStep lower = 0, upper = 0;
  Bytes size = 0;
  Bytes traffic = 0;  // bytes of one write and all reads of the map
};

// Whether a list of pins (places that the user fixes for tensors) can contain the tensor's name.
// The characters `,`, `=`, `@` and `+` are separators in such a list.
bool can_be_named(const std::string& name) {
  return !name.empty() && name.find_first_of(",=@+") == std::string::npos;
}

std::vector<Placed> feature_maps(const PointResult& result) {
  std::map<TensorIndex, Bytes> reads;
  for (const Buffer& buffer : result.plan.problem.buffers) reads[buffer.tensor] = buffer.reads;
  std::vector<Placed> maps;
  for (const Residency& residency : result.plan.plan.residencies) {
    if (residency.kind != ResidencyKind::tensor) continue;
    const Tensor& tensor = at(result.network.tensors, residency.tensor);
    if (tensor.kind != TensorKind::activation || !can_be_named(tensor.name)) continue;
    maps.push_back({tensor.name, residency.memory, residency.lower, residency.upper, residency.size,
                    residency.size * (1 + reads[residency.tensor])});
  }
  std::stable_sort(maps.begin(), maps.end(),
                   [](const Placed& a, const Placed& b) { return a.traffic > b.traffic; });
  return maps;
}

}  // namespace

std::vector<Change> tensor_changes(const PointResult& result, const DesignPoint& point) {
  const PlanningRequest request = planning_request(point, result.target);
  std::vector<Change> changes;
  if (request.arena.size() < 2) return changes;
  const std::string planner = planner_of(point, result.target);
  const bool honours = find_planner(planner).planner->honours_pins(point.planner_options);
  const MemoryIndex fast = request.arena.front();
  const std::string& fast_name = at(result.target.memories, fast).name;
  const std::string& slow_name = at(result.target.memories, request.arena.back()).name;
  const auto pins = [&](std::vector<std::string> items) {
    Change change{"tensors", false, {{"pin", std::move(items)}}};
    if (!honours) change.options.push_back({"planner", {"cadence-greedy"}});
    return change;
  };
  std::size_t moved = 0, exchanged = 0;
  const std::vector<Placed> maps = feature_maps(result);
  for (const Placed& in : maps) {
    const Bytes capacity = at(request.memories, fast).capacity;
    if (in.memory == fast || in.size > capacity || moved == most_tensors) continue;
    ++moved;
    changes.push_back(pins({in.name + "=" + fast_name}));
    for (const Placed& out : maps) {
      const bool in_the_way = out.memory == fast && out.lower < in.upper && in.lower < out.upper;
      if (!in_the_way || exchanged == most_exchanges) continue;
      ++exchanged;
      changes.push_back(pins({in.name + "=" + fast_name, out.name + "=" + slow_name}));
    }
  }
  return changes;
}

}  // namespace spillway
