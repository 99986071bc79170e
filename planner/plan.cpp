// SPDX-License-Identifier: Apache-2.0
#include "planner/plan.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {

std::vector<std::vector<FlowingSlice>> slices_by_operator(const Plan& plan, std::size_t operators) {
  std::vector<std::vector<FlowingSlice>> slices(operators);
  for (const WeightFlow& flow : plan.weights) {
    if (flow.op < 0 || static_cast<std::size_t>(flow.op) >= operators) continue;
    for (std::size_t slice_index = 0; slice_index < flow.slices.size(); ++slice_index) {
      at(slices, flow.op).push_back({&flow, slice_index});
    }
  }
  for (std::vector<FlowingSlice>& of_one : slices) {
    std::stable_sort(of_one.begin(), of_one.end(),
                     [](const FlowingSlice& a, const FlowingSlice& b) {
                       return a.slice().first_channel < b.slice().first_channel;
                     });
  }
  return slices;
}

const WeightFlow* flow_of(const Plan& plan, std::int32_t op) {
  for (const WeightFlow& flow : plan.weights) {
    if (flow.op == op) return &flow;
  }
  return nullptr;
}

std::string residency_name(const Residency& residency, const Network& network) {
  switch (residency.kind) {
    case ResidencyKind::made_up:
      return made_up_name;
    case ResidencyKind::weight_buffer:
      return std::string("buffer of ") + (residency.tensor == no_tensor
                                              ? made_up_name
                                              : at(network.tensors, residency.tensor).name);
    case ResidencyKind::tensor:
      break;
  }
  return at(network.tensors, residency.tensor).name;
}

std::string residency_kind_name(const Residency& residency, const Network& network) {
  switch (residency.kind) {
    case ResidencyKind::made_up:
      return "made_up";
    case ResidencyKind::weight_buffer:
      return "weight_buffer";
    case ResidencyKind::tensor:
      break;
  }
  return tensor_kind_name(at(network.tensors, residency.tensor).kind);
}

}  // namespace spillway
