// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {

constexpr std::int32_t no_layer = -1;

/// Returns, for each row of our estimate, the index of the row of Vela's listing that describes the
/// same operation, or no_layer.
std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers);

/// Returns the access cycles of a memory in a row of Vela's listing.
double layer_access_cycles(const VelaLayer& layer, const std::string& memory);

/// What our estimate is made of, and the listing of Vela to compare it with.
struct VelaCheck {
  const Network& network;  // the lowered network
  const Target& target;
  const ethosu::ScheduleOptions& options;
  const std::vector<VelaLayer>& layers;

  /// Returns the rows of our estimate for a plan. Weights are buffered in the cache of the memory
  /// mode, by Vela's rule.
  std::vector<ethosu::VelaRow> estimate(const ethosu::NetworkOps& ops, const Plan& plan) const;
};

/// Finds out where Vela places feature maps: moves maps between cache and arena of the memory mode
/// until the access cycles of their operations are equal to Vela's. Returns how many maps were
/// moved.
std::int32_t recover_placement(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan);

/// Finds out which operators Vela cascades, because its listing does not say it. An operator gets
/// the blocks that it has in stripes if its access cycles are equal to Vela's only with them.
/// Returns how many operators got other blocks.
std::int32_t recover_stripes(const VelaCheck& check, const Plan& plan, ethosu::NetworkOps& ops);

}  // namespace spillway
