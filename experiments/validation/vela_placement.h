// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {

constexpr std::int32_t no_layer = -1;

/// For every row of our estimate, the index of Vela's row of the same operation, or no_layer.
std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers);

/// The access cycles of a row of Vela's listing for the named memory.
double layer_access_cycles(const VelaLayer& layer, const std::string& memory);

/// The inputs of our estimate, and Vela's listing to compare it with.
struct VelaCheck {
  const Network& network;  // lowered
  const Target& target;
  const ethosu::ScheduleOptions& options;
  const std::vector<VelaLayer>& layers;

  /// The rows of our estimate for `plan`, with weights buffered by Vela's rule in the mode's cache.
  std::vector<ethosu::VelaRow> estimate(const ethosu::NetworkOps& ops, const Plan& plan) const;
};

/// Moves feature maps between the mode's cache and arena until the access cycles of their
/// operations equal Vela's. Returns how many tensors moved.
std::int32_t recover_placement(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan);

/// Gives operators the blocks of stripes if their access cycles equal Vela's only then. Vela's
/// listing does not say which operators it cascades, nor how many rows a stripe has. Returns how
/// many operators got other blocks.
std::int32_t recover_stripes(const VelaCheck& check, const Plan& plan, ethosu::NetworkOps& ops);

}  // namespace spillway
