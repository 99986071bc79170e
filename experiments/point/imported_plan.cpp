// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/imported_plan.h"

#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/tool_plans.h"
#include "planner/plan_io/whole_plan.h"
#include "planner/validate.h"

namespace spillway {
namespace {

using TensorsByName = std::map<std::string, TensorIndex>;

TensorsByName tensors_by_name(const Network& network) {
  TensorsByName names;
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    names.emplace(network.tensors[t].name, static_cast<TensorIndex>(t));
  }
  return names;
}

TensorIndex tensor_of(const std::string& row, const TensorsByName& names,
                      const SourceLocation& where) {
  const auto exact = names.find(row);
  if (exact != names.end()) return exact->second;
  const auto whole = names.find(row.substr(0, row.rfind('#')));
  if (whole != names.end()) return whole->second;
  std::vector<std::string> candidates;
  for (const auto& [name, tensor] : names) candidates.push_back(name);
  const std::string near = nearest_name(row, candidates);
  throw UserError(ExitCode::input_file, where,
                  fmt::format("the network has no tensor '{}'{}", row,
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

// The DMA moves a tensor while both of its places exist.
void add_copy(Plan& plan, std::int32_t from, std::int32_t to) {
  const Residency& next = at(plan.residencies, to);
  const Residency& previous = at(plan.residencies, from);
  plan.copies.push_back({next.tensor, from, to, next.lower, previous.upper});
}

void require_valid(const Plan& plan, const Network& network, const std::string& source) {
  const std::vector<Violation> violations = validate_plan(plan, network);
  if (violations.empty()) return;
  std::string message = fmt::format("the plan is not valid, {} violations:", violations.size());
  for (const Violation& violation : violations) {
    message += fmt::format("\n  {}: {}", violation_name(violation.kind), violation.message);
  }
  throw UserError(ExitCode::run_failed, {source}, message);
}

PlacedProblem read_list(const std::string& text, const std::string& source, PlanForm form,
                        const PlanningProblem& problem) {
  return form == PlanForm::vela ? read_vela_allocation(text, source, problem.memories)
                                : read_executorch_plan(text, source, problem);
}

/// Every feature map of `problem` where the list of another tool has it. Weights are encoded there,
/// scratch and operator data are what lowering adds.
std::vector<TensorPin> pins_of_list(const PlacedProblem& placed, const PlanningProblem& problem,
                                    const TensorsByName& names, const std::string& source) {
  std::map<TensorIndex, std::size_t> row_of;
  for (std::size_t i = 0; i < placed.placements.size(); ++i) {
    const Buffer& buffer = placed.problem.buffers[i];
    const bool own = buffer.kind == TensorKind::activation || buffer.kind == TensorKind::variable;
    if (!own || placed.placements[i].memory == no_memory) continue;
    const TensorIndex tensor = tensor_of(buffer.name, names, placed.rows[i]);
    if (!row_of.emplace(tensor, i).second) {
      throw UserError(ExitCode::input_file, placed.rows[i],
                      fmt::format("'{}' is placed twice", buffer.name));
    }
  }
  std::vector<TensorPin> pins;
  for (const Buffer& buffer : problem.buffers) {
    const auto row = row_of.find(buffer.tensor);
    const bool added = buffer.kind == TensorKind::scratch || is_persistent(buffer.kind);
    if (row == row_of.end() && added) continue;
    if (row == row_of.end()) {
      throw UserError(ExitCode::input_file, {source},
                      fmt::format("does not place tensor '{}' of the network", buffer.name));
    }
    const Placement& place = placed.placements[row->second];
    pins.push_back({buffer.tensor, place.memory, place.offset, false});
  }
  return pins;
}

// Rows of a tensor after its first are places that the DMA moves it to.
void add_moved_rows(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                    Plan& plan) {
  std::map<TensorIndex, std::int32_t> latest;  // residency of each tensor so far
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Buffer& buffer = placed.problem.buffers[i];
    const Placement& place = placed.placements[i];
    const auto index = static_cast<std::int32_t>(plan.residencies.size());
    plan.residencies.push_back(
        {tensors[i], place.memory, place.offset, buffer.size, buffer.lower, buffer.upper});
    const auto [before, first] = latest.emplace(tensors[i], index);
    if (first) continue;
    add_copy(plan, before->second, index);
    before->second = index;
  }
}

Plan rows_as_given(const std::string& csv, const std::string& source, const Network& network,
                   const std::vector<MemorySpace>& memories) {
  const PlacedProblem placed = read_plan_csv(csv, source, memories);
  const TensorsByName names = tensors_by_name(network);
  std::vector<TensorIndex> tensors;
  for (std::size_t i = 0; i < placed.problem.buffers.size(); ++i) {
    const bool made_up = placed.whole[i].kind == ResidencyKind::made_up;
    tensors.push_back(made_up ? no_tensor
                              : tensor_of(placed.problem.buffers[i].name, names, placed.rows[i]));
  }
  Plan plan;
  plan.planner = source;
  plan.memories = memories;
  if (placed.is_whole) {
    read_whole_plan(placed, tensors, plan);
    read_cascades(placed, tensors, network, plan);
  } else {
    add_moved_rows(placed, tensors, plan);
  }
  return plan;
}

// Feature maps that the file says nothing of, where the planner of the request puts them around
// those that it places.
void place_missing(const Network& network, PlanningRequest request, const std::string& source,
                   NetworkPlan& planned) {
  std::vector<bool> placed(network.tensors.size(), false);
  for (const TensorIndex tensor : planned.plan.outside) {
    at(placed, tensor) = true;
    request.pins.push_back({tensor, {}, {}, true});
  }
  for (const Residency& residency : planned.plan.residencies) {
    if (residency.kind != ResidencyKind::tensor || at(placed, residency.tensor)) continue;
    at(placed, residency.tensor) = true;
    if (is_constant(at(network.tensors, residency.tensor))) continue;
    request.pins.push_back({residency.tensor, residency.memory, residency.offset, false});
  }
  std::vector<std::string> missing;
  for (const Buffer& buffer : planned.problem.buffers) {
    if (!at(placed, buffer.tensor)) missing.push_back(buffer.name);
  }
  if (missing.empty()) return;
  request.planner = "cadence-greedy";  // honours pins
  request.constants = no_memory;
  request.weights.reset();
  request.arena.resize(request.memories.size());
  std::iota(request.arena.begin(), request.arena.end(), 0);
  NetworkPlan filled = plan_network(network, request);
  planned.result = std::move(filled.result);
  planned.result.placements.clear();
  planned.result.note = fmt::format("{} says nothing of {} feature maps ('{}', ...): placed by {}",
                                    source, missing.size(), missing.front(), request.planner);
  for (const Residency& residency : filled.plan.residencies) {
    if (!at(placed, residency.tensor)) planned.plan.residencies.push_back(residency);
  }
}

NetworkPlan plan_by_list(const std::string& text, const std::string& source, PlanForm form,
                         const Network& network, PlanningRequest request) {
  const PlanningProblem problem = make_problem(network, request.memories);
  const PlacedProblem placed = read_list(text, source, form, problem);
  request.pins = pins_of_list(placed, problem, tensors_by_name(network), source);
  request.planner = "cadence-greedy";  // honours pins; places what lowering added around them
  request.options = {};
  request.arena.resize(request.memories.size());
  std::iota(request.arena.begin(), request.arena.end(), 0);
  NetworkPlan planned = plan_network(network, request);
  planned.plan.planner = source;
  return planned;
}

}  // namespace

NetworkPlan plan_as_given(const std::string& text, const std::string& source,
                          const Network& network, PlanningRequest request) {
  for (MemorySpace& memory : request.memories) memory.alignment = 1;
  const PlanForm form = recognise_plan(text);
  if (form == PlanForm::tflm || form == PlanForm::pte) {
    throw UserError(
        ExitCode::input_file, {source},
        "is a plan that does not name the network's tensors; 'spillway check --buffers' "
        "validates it, 'spillway plan --buffers' plans its buffers anew");
  }
  if (form != PlanForm::csv) {
    return plan_by_list(text, source, form, network, std::move(request));
  }
  NetworkPlan planned;
  planned.plan = rows_as_given(text, source, network, request.memories);
  planned.problem = make_problem(network, request.memories);
  place_missing(network, request, source, planned);
  complete_plan(network, request, planned.plan);
  require_valid(planned.plan, network, source);
  return planned;
}

Plan read_given_plan(const std::string& csv, const std::string& source, const Network& network,
                     const std::vector<MemorySpace>& memories) {
  Plan plan = rows_as_given(csv, source, network, memories);
  require_valid(plan, network, source);
  return plan;
}

}  // namespace spillway
