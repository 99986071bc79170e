// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/validation/vela_placement.h"
#include "experiments/validation/vela_validation.h"

namespace spillway {

/// Vela's decisions for a network in one configuration, recovered from Vela's listing.
struct RecoveredCase {
  Target target;
  Network network;  // the lowered network
  ethosu::ScheduleOptions options;
  Plan plan;
  ethosu::NetworkOps ops;
};

/// Recovers Vela's decisions for a network. The memory mode names two memories for feature maps,
/// arena and cache. At first, maps that the CPU or the application uses are in the arena, and all
/// other maps are in the cache. A map goes to the other memory if Vela's access cycles show this.
RecoveredCase recover_case(const Network& network, const VelaCase& point,
                           const std::vector<VelaLayer>& layers);

}  // namespace spillway
