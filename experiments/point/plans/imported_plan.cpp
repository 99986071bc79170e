// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/imported_plan.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "planner/capacity_error.h"
#include "planner/checks/validate.h"
#include "planner/fill_in.h"
#include "planner/plan_io/given_plan.h"
#include "planner/plan_io/plan_forms.h"

namespace spillway {
namespace {

constexpr std::size_t most_named = 3;
constexpr std::size_t longest_name = 40;

/// Returns names as a text for messages, such as "'a', 'b', 'c' and 9 more".
std::string listed_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i) {
    const bool fits = names[i].size() <= longest_name;
    text += fmt::format("{}'{}{}'", i == 0 ? "" : ", ", names[i].substr(0, longest_name),
                        fits ? "" : "...");
  }
  if (names.size() > most_named) text += fmt::format(" and {} more", names.size() - most_named);
  return text;
}

/// Collects messages about the tensors that a given plan does not place, about the planner or rule
/// that placed these tensors, and about tensors that the plan places, but the lowered network does
/// not have. Each message continues a sentence that begins with the plan's name.
class MissingPartsReport {
 public:
  MissingPartsReport(const Network& network, const PlanningRequest& request)
      : network_(network), request_(request) {}

  void add_maps(const FilledMaps& filled) {
    if (filled.tensors.empty()) return;
    std::vector<std::string> names;
    for (const TensorIndex tensor : filled.tensors) {
      names.push_back(at(network_.tensors, tensor).name);
    }
    std::string text =
        fmt::format("says nothing of {} feature map{} ({}): placed by {}", names.size(),
                    names.size() == 1 ? "" : "s", listed_names(names), request_.planner);
    if (filled.moved > 0) {
      text += fmt::format(", {} of them elsewhere because of what it places", filled.moved);
    }
    if (!filled.result.note.empty()) text += "; " + filled.result.note;
    parts_.push_back(text);
  }

  void add_weights(const Plan& given, const Plan& whole) {
    const std::size_t open = whole.weights.size() - given.weights.size();
    if (open == 0 || !request_.weights) return;
    parts_.push_back(
        fmt::format("says nothing of the weights of {} operator{}: by weight policy {}", open,
                    open == 1 ? "" : "s", request_.weights->policy));
  }

  void add_constants(const Plan& given, const Plan& whole) {
    const std::size_t open = constants_of(whole) - constants_of(given);
    if (open == 0) return;
    parts_.push_back(fmt::format("says nothing of {} constant{}: in {}", open, open == 1 ? "" : "s",
                                 at(request_.memories, request_.constants).name));
  }

  void add_unused(const std::vector<std::string>& rows) {
    if (rows.empty()) return;
    parts_.push_back(fmt::format("places {} tensor{} that the lowered network does without ({})",
                                 rows.size(), rows.size() == 1 ? "" : "s", listed_names(rows)));
  }

  std::string text(const std::string& source) const {
    std::string text;
    for (const std::string& part : parts_) {
      text += text.empty() ? source + " " : "; it ";
      text += part;
    }
    return text;
  }

 private:
  std::size_t constants_of(const Plan& plan) const {
    return static_cast<std::size_t>(std::count_if(
        plan.residencies.begin(), plan.residencies.end(), [&](const Residency& residency) {
          return residency.kind == ResidencyKind::tensor &&
                 is_constant(at(network_.tensors, residency.tensor));
        }));
  }

  const Network& network_;
  const PlanningRequest& request_;
  std::vector<std::string> parts_;
};

void require_valid(const Plan& plan, const Network& network, const std::string& source,
                   const std::vector<SmallRow>& small_rows) {
  const std::vector<Violation> violations = validate_plan(plan, network);
  if (violations.empty()) return;
  const bool too_large = std::all_of(
      violations.begin(), violations.end(),
      [](const Violation& violation) { return violation.kind == ViolationKind::out_of_bounds; });
  if (too_large) require_room("the plan of " + source, plan);
  std::string message = fmt::format("the plan is not valid, {} violations:", violations.size());
  for (const Violation& violation : violations) {
    message += fmt::format("\n  {}: {}", violation_name(violation.kind), violation.message);
  }
  for (const SmallRow& row : small_rows) {
    const std::string& name = at(network.tensors, row.tensor).name;
    const bool party =
        std::any_of(violations.begin(), violations.end(), [&](const Violation& violation) {
          return violation.message.find("'" + name + "'") != std::string::npos;
        });
    if (!party) continue;
    message += fmt::format("\n  too little room: '{}' has {} bytes, the target stores {}, {} more",
                           name, with_thousands(row.given), with_thousands(row.stored),
                           with_thousands(row.stored - row.given));
  }
  throw UserError(ExitCode::run_failed, {source}, message);
}

/// Enlarges the residencies of weights (their places in memory) to the bytes of their encoded
/// slices, which can exceed the sizes in the given plan because slices are padded.
void grow_constants(const Network& network, const PlanningRequest& request, Plan& plan) {
  if (!request.weights) return;
  const StoredConstants stored = stored_constants(network, request.weights->needs, plan.weights);
  for (Residency& residency : plan.residencies) {
    if (residency.kind != ResidencyKind::tensor) continue;
    if (!is_constant(at(network.tensors, residency.tensor))) continue;
    residency.size = std::max(residency.size, at(stored.tensors, residency.tensor));
  }
}

/// Returns pins for the rows of a plan that have no offset, but name a memory. The row names the
/// memory of a tensor, or a memory in which the tensor must not be. A row that allows all memories
/// for feature maps gets no pin, so that a planner without support for pins can still place the
/// row's tensor. Throws UserError(input_file) for a row that allows none of these memories.
std::vector<TensorPin> pins_of(const std::vector<OpenRow>& rows, const Network& network,
                               const PlanningRequest& request) {
  const std::vector<MemoryIndex>& arena = request.arena;
  std::vector<TensorPin> pins;
  for (const OpenRow& row : rows) {
    const auto may_be_in = [&](MemoryIndex memory) {
      return row.pin.memory ? memory == *row.pin.memory : memory != *row.pin.not_in;
    };
    if (std::none_of(arena.begin(), arena.end(), may_be_in)) {
      throw UserError(ExitCode::input_file, row.where,
                      fmt::format("'{}' may be in none of the memories for feature maps; --arena "
                                  "chooses these",
                                  at(network.tensors, row.pin.tensor).name));
    }
    if (!std::all_of(arena.begin(), arena.end(), may_be_in)) pins.push_back(row.pin);
  }
  return pins;
}

}  // namespace

ImportedPlan plan_as_given(const std::string& text, const std::string& source, const Network& plain,
                           const Network& lowered, PlanningRequest request) {
  const PlanForm form = recognise_plan(text);
  if (form == PlanForm::tflm || form == PlanForm::pte || form == PlanForm::stedgeai) {
    throw UserError(
        ExitCode::input_file, {source},
        "is a plan that does not name the network's tensors; 'spillway check --buffers' "
        "validates it, 'spillway plan --buffers' plans its buffers anew");
  }
  PlanReader reader{plain, lowered, request.memories, request.constants, nullptr};
  for (MemorySpace& memory : reader.memories) memory.alignment = 1;
  if (request.weights) reader.weights = &request.weights->needs;
  GivenPlan given = read_given_plan(text, source, reader);
  given.plan.planner = source;

  ImportedPlan imported;
  NetworkPlan& planned = imported.plan;
  planned.plan = given.plan;
  planned.problem = make_problem(lowered, reader.memories);
  PlanningRequest of_maps = request;
  of_maps.pins = pins_of(given.open_rows, lowered, request);
  const FilledMaps filled = fill_in_maps(lowered, of_maps, planned.plan);
  imported.maps_filled = filled.tensors.size();
  planned.result = filled.result;
  if (filled.result.status != PlanStatus::ok) return imported;
  complete_plan(lowered, request, planned.plan);
  grow_constants(lowered, request, planned.plan);
  imported.says_all_weights =
      !given.plan.weights.empty() && planned.plan.weights.size() == given.plan.weights.size();

  MissingPartsReport open(lowered, request);
  open.add_maps(filled);
  open.add_weights(given.plan, planned.plan);
  open.add_constants(given.plan, planned.plan);
  open.add_unused(given.unused_rows);
  planned.result.note = open.text(source);
  require_valid(planned.plan, lowered, source, given.small_rows);
  return imported;
}

}  // namespace spillway
