// SPDX-License-Identifier: Apache-2.0
#include "planner/checks/validate_flows.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

class FlowValidator {
 public:
  FlowValidator(const Plan& plan, const Network& network)
      : plan_(plan), network_(network), homes_(network.tensors.size()) {
    for (const Residency& home : plan.residencies) {
      const bool of_tensor = home.kind == ResidencyKind::tensor && is_tensor(home.tensor);
      if (of_tensor) at(homes_, home.tensor).push_back(&home);
    }
  }

  std::vector<Violation> run() {
    for (const WeightFlow& flow : plan_.weights) check_flow(flow);
    check_flows_together();
    return std::move(violations_);
  }

 private:
  void report_flow(const WeightFlow& flow, const std::string& what) {
    const std::string name = has_operator(network_, flow) ? at(network_.operators, flow.op).name
                                                          : fmt::format("operator {}", flow.op);
    violations_.push_back({ViolationKind::bad_weight_flow, name,
                           fmt::format("weights of '{}' (operator {}): {}", name, flow.op, what)});
  }

  void check_flow(const WeightFlow& flow) {
    if (!has_operator(network_, flow)) return report_flow(flow, "the network has no such operator");
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

  /// Checks that the flows of each operator together contain every channel once, that the memory of
  /// the weights holds all slices, and that slices which are not fetched are still in their
  /// buffers.
  void check_flows_together() {
    std::vector<std::vector<const WeightFlow*>> flows(network_.operators.size());
    for (const WeightFlow& flow : plan_.weights) {
      if (has_operator(network_, flow) && !flow.slices.empty()) at(flows, flow.op).push_back(&flow);
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

  /// Checks that the first slice begins at channel 0 and that no two slices begin at the same
  /// channel. A slice ends at the first channel of the next slice, so each channel is then in
  /// exactly one slice.
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

  /// Checks that a slice that is not fetched is still in its buffer, where an earlier operator left
  /// it. A buffer holds the last slice that was put into it.
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
        report_flow(
            flow,
            fmt::format(
                "the slice from channel {} stays in a buffer in which no earlier operator left it",
                slice.first_channel));
      }
      held = &slice;
    }
  }

  bool is_residency_index(std::int32_t index) const {
    return index >= 0 && static_cast<std::size_t>(index) < plan_.residencies.size();
  }

  /// Checks that each residency of the weights is large enough for the slices of all flows of the
  /// operator together.
  void check_stored(const std::vector<const WeightFlow*>& flows) {
    const WeightFlow& flow = *flows.front();
    Bytes bytes = 0;
    for (const WeightFlow* part : flows) {
      for (const WeightFlowSlice& slice : part->slices) bytes += slice.bytes();
    }
    for (const TensorIndex input : at(network_.operators, flow.op).inputs) {
      if (!is_tensor(input) || at(network_.tensors, input).kind != TensorKind::weight) continue;
      for (const Residency* home : at(homes_, input)) {
        const Bytes held = home->size;
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
    const std::string name = residency_name(buffer, network_);
    if (buffer.tensor == no_tensor && has_weights(at(network_.operators, flow.op))) {
      report_flow(flow, fmt::format("'{}' serves an operator whose weights are a tensor", name));
    }
    if (slice.bytes() > buffer.size) {
      report_flow(flow, fmt::format("the slice from channel {} has {} bytes, '{}' holds {}",
                                    slice.first_channel, slice.bytes(), name, buffer.size));
    }
    const TimeStep step = flow.op + 1;
    if (slice.kept()) {
      if (step >= buffer.lower && step < buffer.upper) return;
      return report_flow(
          flow,
          fmt::format("the slice from channel {} is read at step {}, '{}' is there during [{}, {})",
                      slice.first_channel, step, name, buffer.lower, buffer.upper));
    }
    if (slice.fetch_at < buffer.lower || step >= buffer.upper) {
      report_flow(flow, fmt::format("the slice from channel {} is fetched at step {} and read at "
                                    "{}, '{}' is there during [{}, {})",
                                    slice.first_channel, slice.fetch_at, step, name, buffer.lower,
                                    buffer.upper));
    }
  }

  bool has_weights(const Operator& op) const {
    return std::any_of(op.inputs.begin(), op.inputs.end(), [&](TensorIndex input) {
      return is_tensor(input) && at(network_.tensors, input).kind == TensorKind::weight;
    });
  }

  bool is_tensor(TensorIndex tensor) const {
    return tensor >= 0 && static_cast<std::size_t>(tensor) < network_.tensors.size();
  }

  const Plan& plan_;
  const Network& network_;
  std::vector<std::vector<const Residency*>> homes_;     // per tensor, its residencies
  std::map<std::int32_t, const WeightFlowSlice*> held_;  // key: a buffer; value: its slice
  std::vector<Violation> violations_;
};

}  // namespace

bool has_operator(const Network& network, const WeightFlow& flow) {
  return flow.op >= 0 && static_cast<std::size_t>(flow.op) < network.operators.size();
}

bool reads(const Operator& op, TensorIndex tensor) {
  return tensor != no_tensor && std::count(op.inputs.begin(), op.inputs.end(), tensor) > 0;
}

std::vector<Violation> flow_violations(const Plan& plan, const Network& network) {
  return FlowValidator(plan, network).run();
}

}  // namespace spillway
