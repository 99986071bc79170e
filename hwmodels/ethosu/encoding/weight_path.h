// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// Bits of one index in every coding; the lanes behind them are never the cheapest.
using WeightCosts = std::array<std::int32_t, 16>;

/// What CheapestPath finds for weights, where no change is free: the same search with all codings
/// in two vectors, since networks have millions of weights. `costs` has the bits of every index
/// that occurs, each at most 1000; `indices` is not empty.
std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs);

}  // namespace spillway::ethosu
