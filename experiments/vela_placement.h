// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/vela_estimate.h"
#include "traces/vela_per_layer.h"

namespace spillway {

constexpr std::int32_t no_layer = -1;

/// For every row of ours, Vela's row of the same operation, or no_layer.
std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers);

/// Access cycles of a row of Vela's listing on the named memory.
double layer_access_cycles(const VelaLayer& layer, const std::string& memory);

/// Moves feature maps between the mode's cache and arena until the access cycles of the operations
/// that touch them are Vela's. Returns how many tensors moved.
std::int32_t recover_placement(const Network& network, const Target& target,
                               const ScheduleOptions& options, const std::vector<VelaLayer>& layers,
                               Plan& plan);

}  // namespace spillway
