// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/validation/vela_placement.h"
#include "experiments/validation/vela_validation.h"

namespace spillway {

/// What Vela made of a network in one configuration, as far as its listing tells.
struct RecoveredCase {
  Target target;
  Network network;  // lowered
  ethosu::ScheduleOptions options;
  Plan plan;
  ethosu::NetworkOps ops;
  std::int32_t moved_tensors = 0;      // whose memory was read off Vela's access cycles
  std::int32_t striped_operators = 0;  // whose blocks were, because Vela cascades them
};

/// Feature maps are in the mode's cache, but those that the CPU or the user touches, and those
/// whose access cycles say so, in the arena.
RecoveredCase recover_case(const Network& network, const VelaCase& point,
                           const std::vector<VelaLayer>& layers);

}  // namespace spillway
