// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {

constexpr std::int32_t no_layer = -1;

/// Returns, for each row of Spillway's estimate, the index of the row of Vela's listing that
/// describes the same operation; no_layer if the listing has no such row.
std::vector<std::int32_t> match_layers(const std::vector<ethosu::VelaRow>& rows,
                                       const std::vector<VelaLayer>& layers);

/// Returns the access cycles of a memory in a row of Vela's listing.
double layer_access_cycles(const VelaLayer& layer, const std::string& memory);

/// The inputs of Spillway's estimate by Vela's rules. `layers` is Vela's listing, with which the
/// estimate is compared.
struct VelaCheck {
  const Network& network;  // the lowered network
  const Target& target;
  const ethosu::ScheduleOptions& options;
  const std::vector<VelaLayer>& layers;

  /// Returns the rows of Spillway's estimate for a plan. Like Vela, the estimate buffers weights in
  /// the memory that the memory mode uses as a cache.
  std::vector<ethosu::VelaRow> estimate(const ethosu::NetworkOps& ops, const Plan& plan) const;
};

/// Recovers the memories in which Vela places feature maps: cache or arena of the memory mode. If
/// the access cycles of an operation differ from Vela's listing, tries all combinations of the two
/// memories for the maps of this operation. Keeps the combination with the smallest difference from
/// the listing, summed over all operations.
void recover_placement(const VelaCheck& check, const ethosu::NetworkOps& ops, Plan& plan);

/// Recovers the operators that Vela cascades (runs in stripes). Vela's listing does not show these
/// operators. An operator gets the blocks that it has in stripes if only these blocks give the
/// access cycles of Vela's listing.
void recover_stripes(const VelaCheck& check, const Plan& plan, ethosu::NetworkOps& ops);

}  // namespace spillway
