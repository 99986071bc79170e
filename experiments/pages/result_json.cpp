// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/result_json.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "experiments/point/point_choices.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/parameters.h"
#include "report/cost_notes.h"
#include "traces/network_csv.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json by_memory(const Timing& timing, const std::vector<std::int64_t>& values) {
  Json object = Json::object();
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    object[timing.memories[m].name] = values[m];
  }
  return object;
}

Json operator_json(const Timing& timing, const OperatorTiming& op) {
  return {{"name", op.name},
          {"type", op.type},
          {"start_cycles", op.start},
          {"end_cycles", op.end},
          {"total_cycles", op.total()},
          {"compute_cycles", op.compute},
          {"stall_cycles", by_memory(timing, op.memory_stall)},
          {"dma_wait_cycles", op.dma_wait},
          {"overhead_cycles", op.overhead},
          {"read_bytes", by_memory(timing, op.read_bytes)},
          {"write_bytes", by_memory(timing, op.write_bytes)},
          {"macs", op.macs},
          {"note", op.note}};
}

Json memory_json(const MemoryActivity& memory) {
  Json json = {{"name", memory.name},
               {"capacity_bytes", memory.capacity},
               {"peak_bytes", memory.peak},
               {"read_bytes", memory.read_bytes},
               {"write_bytes", memory.write_bytes},
               {"bursts", memory.bursts},
               {"busy_ps", memory.busy},
               {"bytes_per_bucket", memory.bytes_per_bucket}};
  if (memory.energy_pj) json["energy_pj"] = *memory.energy_pj;
  return json;
}

Json timing_json(const Timing& timing) {
  Json json = {{"clock_khz", timing.clock.khz},
               {"total_cycles", timing.total},
               {"latency_us", static_cast<double>(timing.clock.to_time(timing.total)) / 1e6},
               {"bucket_ps", timing.bucket}};
  json["operators"] = Json::array();
  for (const OperatorTiming& op : timing.operators) {
    json["operators"].push_back(operator_json(timing, op));
  }
  json["memories"] = Json::array();
  for (const MemoryActivity& memory : timing.memories) {
    json["memories"].push_back(memory_json(memory));
  }
  json["engines"] = Json::array();
  for (const EngineActivity& engine : timing.engines) {
    json["engines"].push_back({{"name", engine.name},
                               {"busy_ps", engine.busy},
                               {"bytes_per_bucket", engine.bytes_per_bucket}});
  }
  return json;
}

std::string arena_text(const DesignPoint& point, const Target& target) {
  return point.arena.empty() ? target.mode.arena : fmt::format("{}", fmt::join(point.arena, " "));
}

Json options_json(const DesignPoint& point, const PointResult& result) {
  Json memories = Json::object();
  for (const MemorySpec& memory : result.target.memories) memories[memory.name] = memory.capacity;
  Json json = {{"target", result.target.name},
               {"system_config", result.target.system_config},
               {"memory_mode", result.target.mode.name},
               {"capacity_bytes", memories},
               {"planner", planner_of(point, result.target)},
               {"allocator", point.planner_options.allocator},
               {"weight_ratio", point.weight_ratios ? Json(point.weight_ratios->file)
                                                    : Json(point.schedule.weight_ratio)},
               {"threads", point.schedule.threads},
               {"arena", arena_text(point, result.target)},
               {"weights", point.weights.empty() ? result.target.mode.constants : point.weights},
               {"choices", choices_text(point)}};
  if (const auto* tile = result.target.processor.parameters<XcoreParameters>()) {
    json["conv_glue_slots"] = tile->conv_glue_slots;
    json["split_one_pixel"] = tile->split_one_pixel;
    json["cost_table_version"] = xcore::cost_table_version;
  }
  return json;
}

}  // namespace

std::string network_hash(const Network& network) {
  Hash hash;
  if (network.file) {
    hash.add({reinterpret_cast<const char*>(network.file->data()), network.file->size()});
  } else {
    hash.add(write_network_csv(network));
  }
  return hash.text();
}

std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result) {
  Json json = {{"schema_version", schema_version},
               {"tool", "spillway"},
               {"tool_version", version()},
               {"network", input.name},
               {"network_hash", network_hash(input)},
               {"options", options_json(point, result)},
               {"cost_notes", std::string(trim(cost_notes(result.timing, result.target)))},
               {"timing", timing_json(result.timing)}};
  // Names come from files and may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spillway
