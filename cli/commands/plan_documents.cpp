// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/plan_documents.h"

#include "base/index.h"
#include "experiments/pages/documents.h"
#include "planner/capacity_error.h"
#include "planner/placement/placement.h"

namespace spillway::cli {
namespace {

ReportJson memories_json(const Planned& planned) {
  ReportJson memories = ReportJson::array();
  for (std::size_t m = 0; m < planned.plan.memories.size(); ++m) {
    const MemorySpace& space = planned.plan.memories[m];
    const Footprint footprint =
        measure_footprint(planned.plan.residencies, static_cast<MemoryIndex>(m));
    memories.push_back({{"name", space.name},
                        {"capacity_bytes",
                         space.capacity >= unlimited ? ReportJson() : ReportJson(space.capacity)},
                        {"peak_bytes", footprint.required},
                        {"live_peak_bytes", footprint.live_peak}});
  }
  return memories;
}

// Returns the rows of a plan as JSON. If a tensor is in no memory, the name of its memory is
// "outside", as in plan files.
ReportJson residencies_json(const Planned& planned) {
  ReportJson rows = ReportJson::array();
  const auto& memories = planned.plan.memories;
  for (const Residency& residency : planned.plan.residencies) {
    const bool inside =
        residency.memory >= 0 && static_cast<std::size_t>(residency.memory) < memories.size();
    rows.push_back({{"tensor", residency_name(residency, planned.network)},
                    {"memory", inside ? at(memories, residency.memory).name : "outside"},
                    {"offset", residency.offset},
                    {"size", residency.size},
                    {"lower", residency.lower},
                    {"upper", residency.upper}});
  }
  return rows;
}

ReportJson budgets_json(const Planned& planned, const std::vector<Budget>& budgets) {
  ReportJson rows = ReportJson::array();
  for (const Budget& budget : budgets) {
    const BudgetCheck check = check_budget(planned.plan.residencies, budget);
    rows.push_back({{"memory", at(planned.problem.memories, budget.memory).name},
                    {"available_bytes", budget.available},
                    {"required_bytes", check.required},
                    {"kept", check.excess == 0}});
  }
  return rows;
}

}  // namespace

std::string plan_document(const Planned& planned, const std::string& source,
                          const std::vector<Budget>& budgets) {
  const PlanningResult& result = planned.result;
  ReportJson json = document_head("plan");
  json["source"] = source;
  json["planner"] = planned.plan.planner;
  if (!planned.compiler.empty()) json["compiled_by"] = planned.compiler;
  json["status"] = status_name(result.status);
  json["message"] = failure_text(planned);
  json["note"] = result.note;
  json["proven_optimal"] = result.proven_optimal;
  json["lower_bound_bytes"] = least_peak(planned.problem, planned.result.outer_buffers);
  if (planned.from_network && planned.plan.planner == tflm_planner) {
    json["runtime_bytes"] = tflm_runtime_bytes(planned.network, planned.runtime_view);
  }
  json["memories"] = memories_json(planned);
  if (planned.method_bytes) json["method_bytes"] = *planned.method_bytes;
  json["residencies"] = residencies_json(planned);
  json["budgets"] = budgets_json(planned, budgets);
  return document_text(json);
}

std::string check_document(const std::string& source, std::size_t buffers,
                           const std::vector<Violation>& violations,
                           const std::vector<std::string>& unplaced) {
  ReportJson json = document_head("check");
  json["source"] = source;
  json["buffers"] = buffers;
  json["valid"] = violations.empty() && unplaced.empty();
  json["violations"] = ReportJson::array();
  for (const Violation& violation : violations) {
    json["violations"].push_back({{"kind", violation_name(violation.kind)},
                                  {"subject", violation.subject},
                                  {"message", violation.message}});
  }
  json["unplaced"] = unplaced;
  return document_text(json);
}

std::string proof_document(const std::string& source, const std::string& original,
                           const std::string& difference) {
  ReportJson json = document_head("check");
  json["source"] = source;
  json["buffers"] = 0;
  json["valid"] = difference.empty();
  json["violations"] = ReportJson::array();
  if (!difference.empty()) {
    json["violations"].push_back(
        {{"kind", "not proven"}, {"subject", original}, {"message", difference}});
  }
  json["unplaced"] = ReportJson::array();
  return document_text(json);
}

}  // namespace spillway::cli
