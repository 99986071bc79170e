// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/compare_json.h"

#include "base/version.h"
#include "experiments/pages/report_parts.h"

namespace spillway {
namespace {

using Json = ReportJson;

// Cycles in the order in which the page names them: compute, stalls per memory, DMA wait, overhead.
Json operator_parts(const OperatorTiming& op) {
  Json parts = Json::array({op.compute});
  for (const Cycles stall : op.memory_stall) parts.push_back(stall);
  parts.push_back(op.dma_wait);
  parts.push_back(op.overhead);
  return parts;
}

Json activities(const Timing& timing) {
  Json memories = Json::array();
  for (const MemoryActivity& memory : timing.memories) {
    memories.push_back({{"peak_bytes", memory.peak},
                        {"read_bytes", memory.read_bytes},
                        {"write_bytes", memory.write_bytes}});
  }
  return memories;
}

// [tensor, memory, offset, size, lower, upper]; made-up constants count as one more tensor.
Json residency_rows(const Plan& plan, const Network& network) {
  Json rows = Json::array();
  for (const Residency& r : plan.residencies) {
    const bool made_up = r.kind == ResidencyKind::made_up;
    const Json tensor = made_up ? Json(network.tensors.size()) : Json(r.tensor);
    rows.push_back({tensor, r.memory, r.offset, r.size, r.lower, r.upper});
  }
  return rows;
}

Json score_json(const PlannerScore& score, const Network& network) {
  if (!score.failure.empty()) return {{"name", score.planner}, {"failure", score.failure}};
  Json operators = Json::array();
  for (const OperatorTiming& op : score.timing.operators) operators.push_back(operator_parts(op));
  const TimeStep steps = steps_of(score.plan, network);
  return {{"name", score.planner},
          {"total_cycles", score.timing.total},
          {"spilled_bytes", score.spilled},
          {"memories", activities(score.timing)},
          {"operators", operators},
          {"plan",
           {{"steps", steps},
            {"memories", memory_spaces_json(score.plan.memories)},
            {"residencies", residency_rows(score.plan, network)},
            {"live_bytes", live_bytes_json(score.plan, steps)}}}};
}

Json operators_json(const Network& network) {
  Json operators = Json::array();
  for (const Operator& op : network.operators) {
    operators.push_back({{"name", op.name}, {"type", op.type_name}});
  }
  return operators;
}

Json tensors_json(const Network& network) {
  const auto readers = readers_of_tensors(network);
  Json tensors = Json::array();
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    tensors.push_back({{"name", network.tensors[i].name},
                       {"kind", tensor_kind_name(network.tensors[i].kind)},
                       {"readers", readers[i]}});
  }
  tensors.push_back(
      {{"name", "made-up constants"}, {"kind", "made_up"}, {"readers", Json::array()}});
  return tensors;
}

// Of the figures; the platform's where no plan has any.
Kilohertz clock_of(const PlannerComparison& comparison) {
  for (const PlannerScore& score : comparison.scores) {
    if (score.failure.empty()) return score.timing.clock.khz;
  }
  return comparison.platform.clock_khz;
}

}  // namespace

std::string compare_json(const Network& input, const DesignPoint& point,
                         const PlannerComparison& comparison, const std::string& command) {
  Json planners = Json::array();
  for (const PlannerScore& score : comparison.scores) {
    if (score.compiled) continue;  // operators of its own, and no plan to draw
    planners.push_back(score_json(score, comparison.lowered));
  }
  const Json ratio = weight_ratio_json(point, comparison.lowered, comparison.platform);
  return report_text({{"tool_version", version()},
                      {"command", command},
                      {"network", comparison.network},
                      {"inputs", inputs_json(input, point)},
                      {"system_config", comparison.platform.system_config},
                      {"memory_mode", comparison.mode},
                      {"weight_ratio", ratio},
                      {"clock_khz", clock_of(comparison)},
                      {"bound_cycles", comparison.bound ? Json(*comparison.bound) : Json()},
                      {"target", report_target_json(comparison.platform)},
                      {"operators", operators_json(comparison.lowered)},
                      {"tensors", tensors_json(comparison.lowered)},
                      {"planners", planners}});
}

}  // namespace spillway
