// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/result_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/pages/documents.h"
#include "experiments/pages/report_parts.h"
#include "experiments/point/input_hashes.h"
#include "experiments/point/option_table.h"
#include "experiments/point/tile_options.h"
#include "hwmodels/target/processor_family.h"
#include "report/cost_notes.h"
#include "traces/csv/operator_figures.h"
#include "traces/executorch/runtime.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json value_json(const Value& value) {
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json memory_json(const MemoryActivity& memory) {
  Json json = {{"name", memory.name},
               {"capacity_bytes", memory.capacity},
               {"peak_bytes", memory.peak},
               {"read_bytes", memory.read_bytes},
               {"write_bytes", memory.write_bytes},
               {"useful_bytes", memory.useful_bytes},
               {"bursts", memory.bursts},
               {"busy_ps", memory.busy},
               {"bytes_per_bucket", memory.bytes_per_bucket}};
  if (memory.energy_pj) json["energy_pj"] = *memory.energy_pj;
  return json;
}

Json timing_json(const Timing& timing, const Program& program) {
  Json json = {{"clock_khz", timing.clock.khz},
               {"total_cycles", timing.total},
               {"at_least_cycles", least_total(program, timing)},
               {"latency_us", timing.latency_us()},
               {"bucket_ps", timing.bucket}};
  json["operators"] = Json::array();
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    json["operators"].push_back(operator_json(timing, i));
  }
  json["memories"] = Json::array();
  for (const MemoryActivity& memory : timing.memories) {
    json["memories"].push_back(memory_json(memory));
  }
  if (timing.mac_energy_pj) json["mac_energy_pj"] = *timing.mac_energy_pj;
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

// Returns the value of an option as JSON. The value of a file option is only the file's name; the
// hash of the file is in the list of inputs.
Json option_json(const PointOption& option, const DesignPoint& point) {
  const OptionItems items = option.items(point);
  if (option.list) return items;
  return items.empty() ? Json() : Json(items[0]);
}

// Adds the values of all options that affect the result and are not yet in `json`. The key is the
// name of the option with `_` for `-`. Leaves out the option `memory`, because `json` has the
// capacities of all memories.
void add_other_options(const OptionUse& use, Json& json) {
  for (const PointOption& option : point_options()) {
    std::string name = option.name;
    std::replace(name.begin(), name.end(), '-', '_');
    if (name == "memory" || json.contains(name) || !obstacle_of(option, use).empty()) continue;
    json[name] = option_json(option, use.point);
  }
}

Json options_json(const OptionUse& use, const PointResult& result) {
  const DesignPoint& point = use.point;
  const bool planned = obstacle_of(find_point_option("planner"), use).empty();
  Json memories = Json::object();
  for (const MemorySpec& memory : result.target.memories) memories[memory.name] = memory.capacity;
  Json json = {{"target", result.target.name},
               {"system_config", result.target.system_config},
               {"memory_mode", result.target.mode.name},
               {"capacity_bytes", memories},
               {"planner", planned ? planner_of(point, result.target) : ""},
               {"allocator", point.planner_options.allocator},
               {"weight_ratio", weight_ratio_json(point, result.network, result.target)},
               {"threads", threads_of(point)},
               {"arena", arena_text(point, result.target)},
               {"weights", point.weights.empty() ? result.target.mode.constants : point.weights},
               {"choices", choices_text(point)}};
  if (const auto resolved = result.target.processor.family().resolved_options) {
    for (const auto& [name, value] : resolved(result.target)) json[name] = value_json(value);
  }
  add_other_options(use, json);
  return json;
}

}  // namespace

Json operator_json(const Timing& timing, std::size_t op) {
  Json json = Json::object();
  for_each_column(operator_figures(), timing.memories.size(),
                  [&](const OperatorFigure& figure, std::size_t memory) {
                    if (!figure.in_result) return;
                    Json& field = json[figure_name(figure.name, "")];
                    const Json value = value_json(figure.value(timing, op, memory));
                    if (is_per_memory(figure.name)) {
                      field[timing.memories[memory].name] = value;
                    } else {
                      field = value;
                    }
                  });
  return json;
}

std::string result_json(const Network& input, const DesignPoint& point, const PointResult& result) {
  Json json = document_head("run");
  json["network"] = input.name;
  json["network_hash"] = network_hash(input);
  add_compiler(input, json);
  json["options"] = options_json({point, result.target, input}, result);
  json["inputs"] = inputs_json(input, point);
  json["cost_notes"] = std::string(trim(cost_notes(result.timing, result.target)));
  json["timing"] = timing_json(result.timing, result.program);
  if (const auto bytes = method_bytes_of(input)) json["method_bytes"] = *bytes;
  return document_text(json);
}

}  // namespace spillway
