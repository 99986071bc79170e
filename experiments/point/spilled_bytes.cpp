// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/spilled_bytes.h"

namespace spillway {

Bytes spilled_bytes(const NetworkPlan& plan) {
  Bytes spilled = 0;
  for (std::size_t i = 0; i < plan.result.placements.size(); ++i) {
    const MemoryIndex memory = plan.result.placements[i].memory;
    if (memory != no_memory && memory != 0) spilled += plan.problem.buffers[i].size;
  }
  return spilled;
}

}  // namespace spillway
