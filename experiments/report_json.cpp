// SPDX-License-Identifier: Apache-2.0
#include "experiments/report_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiments/result_json.h"
#include "hwmodels/make_memory_timing.h"
#include "report/live_bytes.h"
#include "sim/slice_log.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

// About what a screen has pixels.
constexpr std::size_t slices_per_lane = 2000;

// What the memory can deliver, and no more than its port carries; 0 = no limit.
std::int64_t peak_rate(const Target& target, const MemorySpec& memory) {
  const PortSpec& port = target.ports[static_cast<std::size_t>(memory.port)];
  const std::int64_t port_rate = port.clock_khz * 1000 * port.beat_bytes;
  const std::int64_t rate = make_memory_timing(memory.timing)->peak_bytes_per_second();
  return rate > 0 && port_rate > 0 ? std::min(rate, port_rate) : std::max(rate, port_rate);
}

Json target_json(const Target& target) {
  Json memories = Json::array();
  for (const MemorySpec& memory : target.memories) {
    memories.push_back({{"name", memory.name},
                        {"capacity_bytes", memory.capacity},
                        {"port", target.ports[static_cast<std::size_t>(memory.port)].name},
                        {"peak_bytes_per_second", peak_rate(target, memory)}});
  }
  return {{"name", target.name},
          {"description", target.description},
          {"validated", target.validated},
          {"memories", memories}};
}

// Operators that read each tensor, in execution order.
std::vector<std::vector<std::size_t>> readers_of_tensors(const Network& network) {
  std::vector<std::vector<std::size_t>> readers(network.tensors.size());
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    for (const TensorIndex tensor : network.operators[op].inputs) {
      if (tensor == no_tensor) continue;
      std::vector<std::size_t>& of = readers[static_cast<std::size_t>(tensor)];
      if (of.empty() || of.back() != op) of.push_back(op);
    }
  }
  return readers;
}

Json plan_json(const Plan& plan, const Network& network) {
  TimeStep steps = static_cast<TimeStep>(network.operators.size()) + 1;
  for (const Residency& residency : plan.residencies) steps = std::max(steps, residency.upper);
  const auto readers = readers_of_tensors(network);
  Json residencies = Json::array();
  for (const Residency& residency : plan.residencies) {
    const auto index = static_cast<std::size_t>(residency.tensor);
    const Tensor& tensor = network.tensors[index];
    residencies.push_back({{"tensor", tensor.name},
                           {"kind", tensor_kind_name(tensor.kind)},
                           {"memory", residency.memory},
                           {"offset", residency.offset},
                           {"size", residency.size},
                           {"lower", residency.lower},
                           {"upper", residency.upper},
                           {"readers", readers[index]}});
  }
  Json memories = Json::array();
  Json live = Json::array();
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    const Bytes capacity = plan.memories[m].capacity;
    memories.push_back({{"name", plan.memories[m].name},
                        {"capacity_bytes", capacity >= unlimited ? Json() : Json(capacity)}});
    live.push_back(live_bytes(plan, static_cast<MemoryIndex>(m), steps));
  }
  return {{"planner", plan.planner},
          {"steps", steps},
          {"memories", memories},
          {"residencies", residencies},
          {"live_bytes", live}};
}

// Slices as [operator, start, end, busy], in nanoseconds.
Json lanes_json(const Timing& timing) {
  sim::SliceLog coarse(slices_per_lane);
  for (const TraceSlice& slice : timing.slices) coarse.add(slice);
  Json lanes = Json::array();
  int track = -1;
  int lane = -1;
  for (const TraceSlice& slice : coarse.slices()) {
    if (slice.track != track || slice.lane != lane) {
      track = slice.track;
      lane = slice.lane;
      const std::string& engine = timing.engines[slice.track].name;
      lanes.push_back({{"name", lane == 0 ? engine : fmt::format("{} {}", engine, lane + 1)},
                       {"slices", Json::array()}});
    }
    lanes.back()["slices"].push_back(
        {slice.operator_index, slice.start / 1000, slice.end / 1000, slice.busy / 1000});
  }
  return lanes;
}

}  // namespace

std::string report_json(const Network& input, const DesignPoint& point, const PointResult& result) {
  Json json = Json::parse(result_json(input, point, result));
  json["warnings"] = input.warnings;
  for (const std::string& warning : result.program.warnings) json["warnings"].push_back(warning);
  json["target"] = target_json(result.target);
  json["plan"] = plan_json(result.plan.plan, result.network);
  json["lanes"] = lanes_json(result.timing);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spillway
