// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "traces/vela_per_layer.h"

namespace spillway {

constexpr std::int32_t no_layer = -1;

/// For every row of ours, Vela's row of the same operation, or no_layer.
std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers);

/// Access cycles of a row of Vela's listing on the named memory.
double layer_access_cycles(const VelaLayer& layer, const std::string& memory);

/// An estimate and what it is compared with.
struct VelaCheck {
  const Network& network;  // lowered
  const Target& target;
  const ethosu::ScheduleOptions& options;
  const std::vector<VelaLayer>& layers;

  /// Rows of `plan` with weights buffered by Vela's rule in the mode's cache.
  std::vector<ethosu::VelaRow> estimate(const ethosu::NetworkOps& ops, const Plan& plan) const;
};

/// Moves feature maps between the mode's cache and arena until the access cycles of the operations
/// that touch them are Vela's. Returns how many tensors moved.
std::int32_t recover_placement(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan);

/// Gives operators the blocks of stripes where their access cycles are Vela's only so: its listing
/// does not say which operators it cascades, nor how many rows a stripe has. Returns how many
/// operators got other blocks.
std::int32_t recover_stripes(const VelaCheck& check, const Plan& plan, ethosu::NetworkOps& ops);

}  // namespace spillway
