// SPDX-License-Identifier: Apache-2.0
#include "planner/validate.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/placed_ranges.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

class PlanValidator {
 public:
  PlanValidator(const Plan& plan, const Network& network)
      : plan_(plan), network_(network), homes_(network.tensors.size()) {}

  std::vector<Violation> run() {
    collect_ranges();
    check_sizes();
    check_uses();
    for (const Copy& copy : plan_.copies) {
      check_copy(copy);
    }
    for (const WeightFlow& flow : plan_.weights) check_flow(flow);
    check_flows_together();
    check_ways_in();
    return std::move(violations_);
  }

 private:
  void report(ViolationKind kind, TensorIndex tensor, const std::string& what) {
    const std::string name = name_of(tensor);
    violations_.push_back({kind, name, fmt::format("'{}' {}", name, what)});
  }

  std::string name_of(TensorIndex tensor) const {
    return tensor >= 0 && static_cast<std::size_t>(tensor) < network_.tensors.size()
               ? at(network_.tensors, tensor).name
               : fmt::format("tensor {}", tensor);
  }

  bool is_tensor(TensorIndex tensor) const {
    return tensor >= 0 && static_cast<std::size_t>(tensor) < network_.tensors.size();
  }

  std::string name_of(const Residency& residency) const {
    const bool nameless = residency.kind != ResidencyKind::made_up && !is_tensor(residency.tensor);
    return nameless ? name_of(residency.tensor) : residency_name(residency, network_);
  }

  /// Steps [lower, upper) as they pass when the operators of cascades alternate.
  std::pair<TimeStep, TimeStep> lifetime(const Residency& residency) const {
    std::pair<TimeStep, TimeStep> life = {residency.lower, residency.upper};
    for (const Cascade& cascade : plan_.cascades) {
      const TimeStep begin = cascade.first_op + 1;
      const TimeStep end = cascade.last_op + 2;
      if (residency.lower >= end || begin >= residency.upper) continue;
      life.first = std::min(life.first, begin);
      life.second = std::max(life.second, end);
    }
    return life;
  }

  std::size_t root_of(std::size_t residency) const {
    std::size_t root = residency;
    for (std::size_t steps = 0; steps < plan_.residencies.size(); ++steps) {
      const std::int32_t inside = plan_.residencies[root].inside;
      if (inside < 0 || static_cast<std::size_t>(inside) >= plan_.residencies.size()) {
        break;
      }
      root = static_cast<std::size_t>(inside);
    }
    return root;
  }

  void collect_ranges() {
    std::vector<PlacedRange> ranges;
    for (std::size_t i = 0; i < plan_.residencies.size(); ++i) {
      const Residency& home = plan_.residencies[i];
      if (home.kind == ResidencyKind::tensor && is_tensor(home.tensor)) {
        at(homes_, home.tensor).push_back(i);
      }
      const auto [lower, upper] = lifetime(home);
      ranges.push_back(
          {name_of(home), home.memory, home.offset, home.size, 1, lower, upper, root_of(i)});
    }
    check_ranges(ranges, plan_.memories, violations_);
  }

  /// Kept in a rolling buffer: made and read within one cascade, never whole in memory.
  bool rolls(TensorIndex tensor) const {
    const std::vector<TensorIndex>& outputs = network_.outputs;
    if (std::count(outputs.begin(), outputs.end(), tensor) > 0) return false;
    for (const Cascade& cascade : plan_.cascades) {
      bool touched = false;
      bool within = true;
      for (std::size_t i = 0; i < network_.operators.size(); ++i) {
        if (uses(network_.operators[i], tensor)) {
          const auto op = static_cast<std::int32_t>(i);
          touched = true;
          within = within && op >= cascade.first_op && op <= cascade.last_op;
        }
      }
      if (touched && within) {
        return true;
      }
    }
    return false;
  }

  static bool uses(const Operator& op, TensorIndex tensor) {
    for (const auto* operands : {&op.inputs, &op.outputs}) {
      for (const TensorIndex operand : *operands) {
        if (operand == tensor) {
          return true;
        }
      }
    }
    return false;
  }

  void check_sizes() {
    for (const Residency& home : plan_.residencies) {
      if (home.kind == ResidencyKind::made_up) continue;
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

  /// Read by a flow, which says how large it is.
  bool is_encoded(TensorIndex tensor) const {
    if (at(network_.tensors, tensor).kind != TensorKind::weight) return false;
    return std::any_of(plan_.weights.begin(), plan_.weights.end(), [&](const WeightFlow& flow) {
      return has_operator(flow) && reads(at(network_.operators, flow.op), tensor);
    });
  }

  bool has_operator(const WeightFlow& flow) const {
    return flow.op >= 0 && static_cast<std::size_t>(flow.op) < network_.operators.size();
  }

  static bool reads(const Operator& op, TensorIndex tensor) {
    return std::count(op.inputs.begin(), op.inputs.end(), tensor) > 0;
  }

  void report_flow(const WeightFlow& flow, const std::string& what) {
    const std::string name = has_operator(flow) ? at(network_.operators, flow.op).name
                                                : fmt::format("operator {}", flow.op);
    violations_.push_back({ViolationKind::bad_weight_flow, name,
                           fmt::format("weights of '{}' (operator {}): {}", name, flow.op, what)});
  }

  void check_flow(const WeightFlow& flow) {
    if (!has_operator(flow)) return report_flow(flow, "the network has no such operator");
    if (flow.slices.empty()) return report_flow(flow, "the flow has no slices");
    if (flow.in_place()) return check_fetched(flow);
    for (std::size_t i = 0; i < flow.slices.size(); ++i) {
      check_slice(flow, flow.slices[i], flow.buffers[i % flow.buffers.size()]);
    }
  }

  void check_fetched(const WeightFlow& flow) {
    for (const WeightFlowSlice& slice : flow.slices) {
      if (!slice.kept()) continue;
      report_flow(flow, fmt::format("the slice from channel {} stays in a buffer and has none",
                                    slice.first_channel));
    }
  }

  /// What the flows of one operator, and those of operators with the same weights, say together.
  void check_flows_together() {
    std::vector<std::vector<const WeightFlow*>> flows(network_.operators.size());
    for (const WeightFlow& flow : plan_.weights) {
      if (has_operator(flow) && !flow.slices.empty()) at(flows, flow.op).push_back(&flow);
    }
    for (const std::vector<const WeightFlow*>& of_one : flows) {
      if (of_one.empty()) continue;
      check_channels(of_one);
      check_stored(of_one);
      for (const WeightFlow* flow : of_one) {
        if (!flow->in_place()) check_contents(*flow);
      }
    }
  }

  /// Every channel comes by one slice.
  void check_channels(const std::vector<const WeightFlow*>& flows) {
    std::vector<std::int32_t> channels;
    for (const WeightFlow* flow : flows) {
      for (const WeightFlowSlice& slice : flow->slices) channels.push_back(slice.first_channel);
    }
    std::sort(channels.begin(), channels.end());
    if (channels.front() != 0) {
      report_flow(*flows.front(),
                  fmt::format("no slice has the channels from 0 to {}", channels.front()));
    }
    const auto twice = std::adjacent_find(channels.begin(), channels.end());
    if (twice == channels.end()) return;
    report_flow(*flows.front(), fmt::format("two slices begin at channel {}", *twice));
  }

  /// A slice that stays is what an earlier operator left in its buffer. Buffers hold what went
  /// through them last.
  void check_contents(const WeightFlow& flow) {
    for (std::size_t i = 0; i < flow.slices.size(); ++i) {
      const WeightFlowSlice& slice = flow.slices[i];
      const std::int32_t buffer = flow.buffers[i % flow.buffers.size()];
      const WeightFlowSlice*& held = held_[buffer];
      const bool same =
          held != nullptr && held->first_channel == slice.first_channel &&
          held->weights == slice.weights && held->scales == slice.scales &&
          is_residency_index(buffer) &&
          reads(at(network_.operators, flow.op), at(plan_.residencies, buffer).tensor);
      if (slice.kept() && !same) {
        report_flow(flow, fmt::format("the slice from channel {} stays in a buffer in which no "
                                      "earlier operator left it",
                                      slice.first_channel));
      }
      held = &slice;
    }
  }

  bool is_residency_index(std::int32_t index) const {
    return index >= 0 && static_cast<std::size_t>(index) < plan_.residencies.size();
  }

  /// The memory that the slices come from holds all of them.
  void check_stored(const std::vector<const WeightFlow*>& flows) {
    const WeightFlow& flow = *flows.front();
    Bytes bytes = 0;
    for (const WeightFlow* part : flows) {
      for (const WeightFlowSlice& slice : part->slices) bytes += slice.bytes();
    }
    for (const TensorIndex input : at(network_.operators, flow.op).inputs) {
      if (!is_tensor(input) || at(network_.tensors, input).kind != TensorKind::weight) continue;
      for (const std::size_t home : at(homes_, input)) {
        const Bytes held = plan_.residencies[home].size;
        if (held >= bytes) continue;
        report_flow(flow, fmt::format("slices of {} bytes in all come from a place of {} bytes",
                                      bytes, held));
      }
    }
  }

  void check_slice(const WeightFlow& flow, const WeightFlowSlice& slice, std::int32_t index) {
    if (!is_residency_index(index) ||
        at(plan_.residencies, index).kind != ResidencyKind::weight_buffer) {
      return report_flow(flow, fmt::format("residency {} is no weight buffer", index));
    }
    const Residency& buffer = at(plan_.residencies, index);
    const std::string name = name_of(buffer);
    if (slice.bytes() > buffer.size) {
      report_flow(flow, fmt::format("the slice from channel {} has {} bytes, '{}' holds {}",
                                    slice.first_channel, slice.bytes(), name, buffer.size));
    }
    const TimeStep step = flow.op + 1;
    if (slice.kept()) {
      if (step >= buffer.lower && step < buffer.upper) return;
      return report_flow(flow,
                         fmt::format("the slice from channel {} is read at step {}, '{}' is "
                                     "there during [{}, {})",
                                     slice.first_channel, step, name, buffer.lower, buffer.upper));
    }
    if (slice.fetch_at < buffer.lower || step >= buffer.upper) {
      report_flow(flow, fmt::format("the slice from channel {} is fetched at step {} and read at "
                                    "{}, '{}' is there during [{}, {})",
                                    slice.first_channel, slice.fetch_at, step, name, buffer.lower,
                                    buffer.upper));
    }
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

  void need(TensorIndex tensor, TimeStep step, const std::string& why) {
    if (exempt(tensor)) {
      return;
    }
    const auto& homes = at(homes_, tensor);
    if (homes.empty()) {
      report(ViolationKind::missing_tensor, tensor, "has no place; " + why);
      return;
    }
    for (const std::size_t home : homes) {
      if (plan_.residencies[home].lower <= step && step < plan_.residencies[home].upper) {
        return;
      }
    }
    report(ViolationKind::use_outside_residency, tensor,
           fmt::format("is nowhere at step {}; {}", step, why));
  }

  void check_uses() {
    for (const TensorIndex input : network_.inputs) {
      need(input, 0, "it is an input of the network");
    }
    for (std::size_t i = 0; i < network_.operators.size(); ++i) {
      const auto step = static_cast<TimeStep>(i + 1);
      for (const TensorIndex input : network_.operators[i].inputs) {
        need(input, step, fmt::format("operator {} reads it", i));
      }
      for (const TensorIndex output : network_.operators[i].outputs) {
        need(output, step, fmt::format("operator {} writes it", i));
      }
    }
    for (const TensorIndex output : network_.outputs) {
      need(output, static_cast<TimeStep>(network_.operators.size()),
           "it is an output of the network");
    }
  }

  bool is_residency(std::int32_t index, TensorIndex tensor) const {
    return index >= 0 && static_cast<std::size_t>(index) < plan_.residencies.size() &&
           at(plan_.residencies, index).kind == ResidencyKind::tensor &&
           at(plan_.residencies, index).tensor == tensor;
  }

  void check_copy(const Copy& copy) {
    if (!is_residency(copy.from, copy.tensor) || !is_residency(copy.to, copy.tensor)) {
      report(ViolationKind::bad_copy, copy.tensor, "is copied from or to a place it never has");
      return;
    }
    const Residency& from = at(plan_.residencies, copy.from);
    const Residency& to = at(plan_.residencies, copy.to);
    const bool window_in_source = from.lower <= copy.earliest && copy.latest <= from.upper;
    const bool window_in_target = to.lower <= copy.earliest + 1 && copy.latest <= to.upper;
    if (copy.earliest >= copy.latest || !window_in_source || !window_in_target) {
      report(ViolationKind::bad_copy, copy.tensor,
             fmt::format("is copied during [{}, {}), when its source or target is not there",
                         copy.earliest, copy.latest));
    }
  }

  /// Every place of a tensor except the one where it appears first must be filled by a copy.
  void check_ways_in() {
    for (const auto& homes : homes_) {
      for (const std::size_t home : homes) {
        const Residency& place = plan_.residencies[home];
        if (place.lower > first_step(homes) && !filled(home)) {
          report(ViolationKind::bad_copy, place.tensor,
                 fmt::format("is never copied to its place at step {}", place.lower));
        }
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

  bool filled(std::size_t residency) const {
    for (const Copy& copy : plan_.copies) {
      if (copy.to == static_cast<std::int32_t>(residency)) {
        return true;
      }
    }
    return false;
  }

  const Plan& plan_;
  const Network& network_;
  std::vector<std::vector<std::size_t>> homes_;  // residencies of each tensor
  std::map<std::int32_t, const WeightFlowSlice*>
      held_;  // by weight buffer: what it was used for last
  std::vector<Violation> violations_;
};

/// The buffer whose bytes `index` finally shares; itself when none.
std::size_t host_of(const PlanningProblem& problem, const std::vector<BufferIndex>& hosts,
                    std::size_t index) {
  for (std::size_t steps = 0; steps < problem.buffers.size(); ++steps) {
    const auto& inside = problem.buffers[index].placed_inside;
    if (inside) {
      index = static_cast<std::size_t>(inside->inside);
    } else if (index < hosts.size() && hosts[index] >= 0) {
      index = static_cast<std::size_t>(hosts[index]);
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
                                           const std::vector<BufferIndex>& hosts) {
  std::vector<Violation> violations;
  std::vector<PlacedRange> ranges;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& buffer = problem.buffers[i];
    if (i >= placements.size() || placements[i].memory == no_memory) {
      if (!buffer.skipped) {
        violations.push_back({ViolationKind::missing_tensor, buffer.name,
                              fmt::format("'{}' has no place", buffer.name)});
      }
      continue;
    }
    ranges.push_back({buffer.name, placements[i].memory, placements[i].offset, buffer.size,
                      buffer.alignment, buffer.lower, buffer.upper, host_of(problem, hosts, i)});
  }
  check_ranges(ranges, problem.memories, violations);
  return violations;
}

}  // namespace spillway
