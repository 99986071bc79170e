// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"
#include "hwmodels/target/target.h"
#include "planner/plan_costs.h"
#include "planner/plan_network.h"

namespace spillway::ethosu {

/// Returns a plan in which the operators `first` to `last` are a cascade of the shape `shape`. The
/// feature maps lie at consecutive addresses of the first memory. The maps within the cascade are
/// rolling buffers (new rows overwrite old rows).
inline Plan cascaded_plan(const Network& network, const Target& target, std::int32_t first,
                          std::int32_t last, const CascadeShape& shape) {
  PlanningRequest request;
  for (const MemorySpec& memory : target.memories) {
    request.memories.push_back({memory.name, unlimited, 16});
  }
  request.arena = {0};
  request.constants = static_cast<MemoryIndex>(request.memories.size()) - 1;
  request.planner = "tflm-linear";
  Plan plan = plan_network(network, request).plan;
  for (Residency& residency : plan.residencies) {
    for (std::int32_t op = first; op < last; ++op) {
      const Bytes rolling = at(shape.rolling_bytes, op - first);
      if (rolling > 0 && residency.tensor == at(network.operators, op).outputs.front()) {
        residency.size = rolling;
      }
    }
  }
  plan.cascades.push_back({first, last, shape.stripe_heights});
  return plan;
}

}  // namespace spillway::ethosu
