// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plans/spilled_bytes.h"

#include <algorithm>
#include <vector>

#include "base/index.h"

namespace spillway {

Bytes spilled_bytes(const NetworkPlan& plan) {
  std::vector<bool> is_map;  // for each tensor: whether it is a feature map
  for (const Buffer& buffer : plan.problem.buffers) {
    if (buffer.tensor == no_tensor) continue;
    is_map.resize(std::max(is_map.size(), static_cast<std::size_t>(buffer.tensor) + 1), false);
    at(is_map, buffer.tensor) = true;
  }
  Bytes spilled = 0;
  for (const Residency& residency : plan.plan.residencies) {
    const bool map = residency.kind == ResidencyKind::tensor &&
                     static_cast<std::size_t>(residency.tensor) < is_map.size() &&
                     at(is_map, residency.tensor);
    if (map && residency.memory != 0) spilled += residency.size;
  }
  return spilled;
}

}  // namespace spillway
