// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/compare_json.h"

#include "base/version.h"
#include "experiments/pages/report_parts.h"
#include "experiments/sweep/sweep_figures.h"

namespace spillway {
namespace {

// Returns the cycles of an operator by cause, in the order of the names on the HTML page: compute,
// the stalls of each memory, DMA wait, overhead, CPU.
ReportJson operator_parts(const OperatorTiming& op) {
  ReportJson parts = ReportJson::array({op.compute});
  for (const Cycles stall : op.memory_stall) parts.push_back(stall);
  parts.push_back(op.dma_wait);
  parts.push_back(op.overhead);
  parts.push_back(op.host);
  return parts;
}

ReportJson activities(const Timing& timing) {
  ReportJson memories = ReportJson::array();
  for (const MemoryActivity& memory : timing.memories) {
    memories.push_back({{"peak_bytes", memory.peak},
                        {"read_bytes", memory.read_bytes},
                        {"write_bytes", memory.write_bytes}});
  }
  return memories;
}

// Returns a row [tensor, memory, offset, size, lower, upper, kind] for each residency (place of a
// tensor in a memory). Constants that Spillway has generated are not tensors of the network; for
// these constants, `tensor` is the number of tensors of the network.
ReportJson residency_rows(const Plan& plan, const Network& network) {
  ReportJson rows = ReportJson::array();
  for (const Residency& r : plan.residencies) {
    const bool made_up = r.tensor == no_tensor;
    const ReportJson tensor = made_up ? ReportJson(network.tensors.size()) : ReportJson(r.tensor);
    rows.push_back(
        {tensor, r.memory, r.offset, r.size, r.lower, r.upper, residency_kind_name(r, network)});
  }
  return rows;
}

ReportJson score_json(const PlannerScore& score, const Network& network) {
  if (!score.failure.empty()) return {{"name", score.planner}, {"failure", score.failure}};
  ReportJson operators = ReportJson::array();
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

ReportJson operators_json(const Network& network) {
  ReportJson operators = ReportJson::array();
  for (const Operator& op : network.operators) {
    operators.push_back({{"name", op.name}, {"type", op.type_name}});
  }
  return operators;
}

ReportJson tensors_json(const Network& network) {
  const auto readers = readers_of_tensors(network);
  ReportJson tensors = ReportJson::array();
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    tensors.push_back({{"name", network.tensors[i].name},
                       {"kind", tensor_kind_name(network.tensors[i].kind)},
                       {"readers", readers[i]}});
  }
  tensors.push_back(
      {{"name", "made-up constants"}, {"kind", "made_up"}, {"readers", ReportJson::array()}});
  return tensors;
}

// Returns the clock frequency, in kHz, with which the planners' plans were simulated. All plans are
// simulated with the same clock. If no planner made a plan that could be simulated, returns the
// clock frequency of the target.
Kilohertz clock_of(const PlannerComparison& comparison) {
  for (const PlannerScore& score : comparison.scores) {
    if (score.failure.empty()) return score.timing.clock.khz;
  }
  return comparison.platform.clock_khz;
}

}  // namespace

std::string compare_json(const Network& input, const DesignPoint& point,
                         const PlannerComparison& comparison, const std::string& command) {
  ReportJson planners = ReportJson::array();
  for (const PlannerScore& score : comparison.scores) {
    if (score.compiled) continue;  // a compiled file has no plan that could be drawn
    planners.push_back(score_json(score, comparison.lowered));
  }
  const ReportJson ratio = weight_ratio_json(point, comparison.lowered, comparison.platform);
  return report_text(
      {{"tool_version", version()},
       {"command", command},
       {"network", comparison.network},
       {"inputs", inputs_json(input, point)},
       {"system_config", comparison.platform.system_config},
       {"memory_mode", comparison.mode},
       {"weight_ratio", ratio},
       {"clock_khz", clock_of(comparison)},
       {"bound_cycles", comparison.bound ? ReportJson(*comparison.bound) : ReportJson()},
       {"meanings", meanings_json(sweep_figures(), memory_names(comparison.platform))},
       {"target", report_target_json(comparison.platform)},
       {"operators", operators_json(comparison.lowered)},
       {"tensors", tensors_json(comparison.lowered)},
       {"planners", planners}});
}

}  // namespace spillway
