// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/vela_recovery.h"

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/target/select_target.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

std::vector<bool> touched_outside(const Network& network) {
  std::vector<bool> outside(network.tensors.size(), false);
  const auto mark = [&](const std::vector<TensorIndex>& tensors) {
    for (const TensorIndex tensor : tensors) {
      if (tensor != no_tensor) at(outside, tensor) = true;
    }
  };
  mark(network.inputs);
  mark(network.outputs);
  for (const Operator& op : network.operators) {
    if (!op.on_host) continue;
    mark(op.inputs);
    mark(op.outputs);
  }
  return outside;
}

Plan plan_like_vela(const Network& network, const Target& target) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  const auto arena = static_cast<MemoryIndex>(memory_index(target, target.mode.arena));
  request.arena = {static_cast<MemoryIndex>(memory_index(target, target.mode.cache))};
  request.constants = static_cast<MemoryIndex>(memory_index(target, target.mode.constants));
  Plan plan = plan_network(network, request).plan;
  const std::vector<bool> outside = touched_outside(network);
  for (Residency& residency : plan.residencies) {
    const auto tensor = static_cast<std::size_t>(residency.tensor);
    if (outside[tensor] && !is_constant(network.tensors[tensor])) residency.memory = arena;
  }
  return plan;
}

}  // namespace

RecoveredCase recover_case(const Network& network, const VelaCase& point,
                           const std::vector<VelaLayer>& layers) {
  RecoveredCase result;
  result.target = select_mode(
      select_system_config(load_target(point.accelerator), point.system_config), point.memory_mode);
  result.network = ethosu::lower(network, result.target);
  result.options.weight_ratio =
      ethosu::ratio_without_scales(result.network, result.target, point.weight_ratio);
  result.plan = plan_like_vela(result.network, result.target);
  result.ops = ethosu::network_ops(result.network, ethosu::config_of(result.target));
  const VelaCheck check{result.network, result.target, result.options, layers};
  recover_placement(check, result.ops, result.plan);
  recover_stripes(check, result.plan, result.ops);
  return result;
}

}  // namespace spillway
