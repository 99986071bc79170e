// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/validate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/checks/placed_ranges.h"
#include "planner/checks/validate_flows.h"
#include "planner/plan_network.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

class PlanValidator {
 public:
  PlanValidator(const Plan& plan, const Network& network)
      : plan_(plan),
        network_(network),
        homes_(network.tensors.size()),
        users_(network.tensors.size()),
        has_flow_(network.operators.size(), false),
        is_filled_(plan.residencies.size(), false) {
    for (std::size_t i = 0; i < network.operators.size(); ++i) collect_uses(i);
    for (const WeightFlow& flow : plan.weights) {
      if (has_operator(network, flow)) at(has_flow_, flow.op) = true;
    }
    for (const Copy& copy : plan.copies) {
      const bool known = copy.to >= 0 && static_cast<std::size_t>(copy.to) < is_filled_.size();
      if (known) at(is_filled_, copy.to) = true;
    }
  }

  std::vector<Violation> run() {
    collect_ranges();
    check_sizes();
    check_uses();
    for (const Copy& copy : plan_.copies) {
      check_copy(copy);
    }
    for (Violation& violation : flow_violations(plan_, network_)) {
      violations_.push_back(std::move(violation));
    }
    check_later_residencies();
    return std::move(violations_);
  }

 private:
  void report(ViolationKind kind, TensorIndex tensor, const std::string& what) {
    report(kind, name_of(tensor), what);
  }

  void report(ViolationKind kind, const std::string& name, const std::string& what) {
    violations_.push_back({kind, name, fmt::format("'{}' {}", name, what)});
  }

  void report_copy(TensorIndex tensor, const std::string& what) {
    report(ViolationKind::bad_copy, tensor == no_tensor ? made_up_name : name_of(tensor), what);
  }

  std::string name_of(TensorIndex tensor) const {
    return tensor >= 0 && static_cast<std::size_t>(tensor) < network_.tensors.size()
               ? at(network_.tensors, tensor).name
               : fmt::format("tensor {}", tensor);
  }

  bool is_tensor(TensorIndex tensor) const {
    return tensor >= 0 && static_cast<std::size_t>(tensor) < network_.tensors.size();
  }

  void collect_uses(std::size_t op) {
    const Operator& user = at(network_.operators, op);
    for (const auto* operands : {&user.inputs, &user.outputs}) {
      for (const TensorIndex operand : *operands) {
        if (is_tensor(operand)) at(users_, operand).push_back(static_cast<std::int32_t>(op));
      }
    }
  }

  void collect_ranges() {
    for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
      const Residency& home = plan_.residencies[i];
      if (home.kind == ResidencyKind::tensor && is_tensor(home.tensor)) {
        at(homes_, home.tensor).push_back(i);
      } else if (home.kind == ResidencyKind::made_up) {
        made_up_homes_.push_back(i);
      }
    }
    check_ranges(placed_ranges(plan_, network_), plan_.memories, violations_);
  }

  /// Whether the tensor is in a rolling buffer: operators of one cascade produce and read it, and
  /// it is never stored completely.
  bool rolls(TensorIndex tensor) const {
    const std::vector<TensorIndex>& outputs = network_.outputs;
    if (std::count(outputs.begin(), outputs.end(), tensor) > 0) return false;
    const std::vector<std::int32_t>& users = at(users_, tensor);
    return !users.empty() &&
           std::any_of(plan_.cascades.begin(), plan_.cascades.end(), [&](const Cascade& cascade) {
             return users.front() >= cascade.first_op && users.back() <= cascade.last_op;
           });
  }

  void check_sizes() {
    for (const Residency& home : plan_.residencies) {
      if (home.kind == ResidencyKind::made_up || is_buffer_of_made_up(home)) continue;
      if (!is_tensor(home.tensor)) {
        report(ViolationKind::missing_tensor, home.tensor, "is no tensor of the network");
        continue;
      }
      if (home.kind == ResidencyKind::weight_buffer || is_encoded(home.tensor)) continue;
      const Bytes bytes = at(network_.tensors, home.tensor).bytes;
      if (home.size > bytes || (home.size < bytes && !rolls(home.tensor))) {
        report(ViolationKind::wrong_size, home.tensor,
               fmt::format("takes {} bytes and has {}", home.size, bytes));
      }
    }
  }

  /// Whether the tensor holds encoded weights, whose size differs from that of the tensor. Weights
  /// are encoded if an operator with a weight flow reads them. Weights of an operator with several
  /// weight tensors are encoded, too. Plans have no flows for such an operator, so the number of
  /// its weight tensors is tested instead.
  bool is_encoded(TensorIndex tensor) const {
    if (at(network_.tensors, tensor).kind != TensorKind::weight) return false;
    const std::vector<std::int32_t>& users = at(users_, tensor);
    return std::any_of(users.begin(), users.end(), [&](std::int32_t op) {
      const Operator& user = at(network_.operators, op);
      return reads(user, tensor) && (at(has_flow_, op) || has_several_weights(user));
    });
  }

  bool has_several_weights(const Operator& op) const {
    return std::count_if(op.inputs.begin(), op.inputs.end(), [&](TensorIndex input) {
             return is_tensor(input) && at(network_.tensors, input).kind == TensorKind::weight;
           }) > 1;
  }

  bool exempt(TensorIndex tensor) const {
    if (tensor == no_tensor || at(network_.tensors, tensor).bytes <= 0) {
      return true;
    }
    for (const TensorIndex outside : plan_.outside) {
      if (outside == tensor) {
        return true;
      }
    }
    return false;
  }

  /// Reports a violation if the tensor is in no memory at `step`. `why` returns a text that says
  /// which operator uses the tensor; `why` is called only if there is a violation.
  template <typename Why>
  void need(TensorIndex tensor, TimeStep step, const Why& why) {
    if (exempt(tensor)) {
      return;
    }
    const auto& homes = at(homes_, tensor);
    if (homes.empty()) {
      report(ViolationKind::missing_tensor, tensor, "has no place; " + why());
      return;
    }
    for (const std::size_t home : homes) {
      if (plan_.residencies[home].lower <= step && step < plan_.residencies[home].upper) {
        return;
      }
    }
    report(ViolationKind::use_outside_residency, tensor,
           fmt::format("is nowhere at step {}; {}", step, why()));
  }

  void check_uses() {
    for (const TensorIndex input : network_.inputs) {
      need(input, 0, [] { return std::string("it is an input of the network"); });
    }
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      const auto step = static_cast<TimeStep>(i + 1);
      for (const TensorIndex input : network_.operators[i].inputs) {
        need(input, step, [i] { return fmt::format("operator {} reads it", i); });
      }
      for (const TensorIndex output : network_.operators[i].outputs) {
        need(output, step, [i] { return fmt::format("operator {} writes it", i); });
      }
    }
    for (const TensorIndex output : network_.outputs) {
      need(output, static_cast<TimeStep>(network_.operators.size()),
           [] { return std::string("it is an output of the network"); });
    }
  }

  bool is_residency(std::int32_t index, TensorIndex tensor) const {
    return index >= 0 && static_cast<std::size_t>(index) < plan_.residencies.size() &&
           at(plan_.residencies, index).kind != ResidencyKind::weight_buffer &&
           at(plan_.residencies, index).tensor == tensor;
  }

  void check_copy(const Copy& copy) {
    if (!is_residency(copy.from, copy.tensor) || !is_residency(copy.to, copy.tensor)) {
      report_copy(copy.tensor, "is copied from or to a place it never has");
      return;
    }
    const Residency& from = at(plan_.residencies, copy.from);
    const Residency& to = at(plan_.residencies, copy.to);
    const bool window_in_source = from.lower <= copy.earliest && copy.latest <= from.upper;
    const bool window_in_target = to.lower <= copy.earliest + 1 && copy.latest <= to.upper;
    if (copy.earliest >= copy.latest || !window_in_source || !window_in_target) {
      report_copy(copy.tensor,
                  fmt::format("is copied during [{}, {}), when its source or target is not there",
                              copy.earliest, copy.latest));
    }
  }

  /// Reports each residency that begins later than the first residency of its tensor and that no
  /// copy fills. The residencies of the made-up constants (constants that lowering adds and that
  /// the network's file does not contain) are checked in the same way, as if they belonged to one
  /// tensor.
  void check_later_residencies() {
    for (const auto& homes : homes_) check_copies_into(homes);
    check_copies_into(made_up_homes_);
  }

  void check_copies_into(const std::vector<std::size_t>& homes) {
    for (const std::size_t home : homes) {
      const Residency& place = plan_.residencies[home];
      if (place.lower > first_step(homes) && !is_filled_[home]) {
        report_copy(place.tensor,
                    fmt::format("is never copied to its place at step {}", place.lower));
      }
    }
  }

  TimeStep first_step(const std::vector<std::size_t>& homes) const {
    TimeStep first = plan_.residencies[homes.front()].lower;
    for (const std::size_t home : homes) {
      first = std::min(first, plan_.residencies[home].lower);
    }
    return first;
  }

  const Plan& plan_;
  const Network& network_;
  std::vector<std::vector<std::size_t>> homes_;  // per tensor, indices of its residencies
  std::vector<std::size_t> made_up_homes_;
  std::vector<std::vector<std::int32_t>> users_;  // per tensor, the operators that read or write it
  std::vector<bool> has_flow_;                    // per operator, whether it has a weight flow
  std::vector<bool> is_filled_;                   // per residency, whether a copy fills it
  std::vector<Violation> violations_;
};

/// Returns the outermost buffer whose bytes buffer `index` shares; `index` itself if the buffer
/// shares no bytes.
std::size_t outer_of(const PlanningProblem& problem, const std::vector<BufferIndex>& outer_buffers,
                     std::size_t index) {
  for (std::size_t steps = 0; steps < problem.buffers.size(); ++steps) {
    const BufferIndex shared = shared_outer(problem.buffers[index]);
    if (shared >= 0) {
      index = static_cast<std::size_t>(shared);
    } else if (index < outer_buffers.size() && outer_buffers[index] >= 0) {
      index = static_cast<std::size_t>(outer_buffers[index]);
    } else {
      break;
    }
  }
  return index;
}

}  // namespace

const char* violation_name(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::out_of_bounds:
      return "out of bounds";
    case ViolationKind::overlap:
      return "overlap";
    case ViolationKind::misaligned:
      return "misaligned";
    case ViolationKind::wrong_size:
      return "wrong size";
    case ViolationKind::missing_tensor:
      return "missing tensor";
    case ViolationKind::use_outside_residency:
      return "use outside residency";
    case ViolationKind::bad_copy:
      return "bad copy";
    case ViolationKind::bad_weight_flow:
      return "bad weight flow";
  }
  return "";
}

std::vector<Violation> validate_plan(const Plan& plan, const Network& network) {
  return PlanValidator(plan, network).run();
}

std::vector<Violation> validate_placements(const PlanningProblem& problem,
                                           const std::vector<Placement>& placements,
                                           const std::vector<BufferIndex>& outer_buffers) {
  std::vector<Violation> violations;
  std::vector<PlacedRange> ranges;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    if (i >= placements.size() || placements[i].memory == no_memory) {
      if (!buffer.stays_unplaced) {
        violations.push_back({ViolationKind::missing_tensor, buffer.name,
                              fmt::format("'{}' has no place", buffer.name)});
      }
      continue;
    }
    ranges.push_back({buffer.name, placements[i].memory, placements[i].offset, buffer.size,
                      buffer.alignment, buffer.lower, buffer.upper,
                      outer_of(problem, outer_buffers, i)});
  }
  check_ranges(ranges, problem.memories, violations);
  return violations;
}

}  // namespace spillway
