// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/validation/vela_placement.h"
#include "experiments/validation/vela_validation.h"

namespace spillway {

/// Vela's decisions for a network in one configuration, as far as its listing reveals them.
struct RecoveredCase {
  Target target;
  Network network;  // lowered
  ethosu::ScheduleOptions options;
  Plan plan;
  ethosu::NetworkOps ops;
  std::int32_t moved_tensors = 0;      // their memory was inferred from Vela's access cycles
  std::int32_t striped_operators = 0;  // their blocks were inferred, because Vela cascades them
};

/// Recovers the decisions. Feature maps are in the mode's cache, except that maps of the CPU or the
/// user, and maps whose access cycles show it, are in the arena.
RecoveredCase recover_case(const Network& network, const VelaCase& point,
                           const std::vector<VelaLayer>& layers);

}  // namespace spillway
