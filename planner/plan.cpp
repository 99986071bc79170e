// SPDX-License-Identifier: Apache-2.0
#include "planner/plan.h"

#include "base/index.h"

namespace spillway {

const WeightFlow* flow_of(const Plan& plan, std::int32_t op) {
  for (const WeightFlow& flow : plan.weights) {
    if (flow.op == op) return &flow;
  }
  return nullptr;
}

std::string residency_name(const Residency& residency, const Network& network) {
  switch (residency.kind) {
    case ResidencyKind::made_up:
      return "made-up constants";
    case ResidencyKind::weight_buffer:
      return "buffer of " + at(network.tensors, residency.tensor).name;
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
