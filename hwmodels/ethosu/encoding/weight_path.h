// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// The bits of one index in every coding. The numbers behind the codings must never be the least.
using WeightCosts = std::array<std::int32_t, 16>;

/// The result of CheapestPath for weights, for which no change is free. This is the same search
/// with all codings in two vectors, because networks have millions of weights. `costs` has the bits
/// of every index that occurs, each at most 1000. `indices` must not be empty.
std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs);

}  // namespace spillway::ethosu
