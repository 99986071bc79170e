// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// The bits of one index in every coding. Entries behind the last coding must never be the
/// smallest.
using WeightCosts = std::array<std::int32_t, 16>;

/// The result of CheapestPath for weights, where no change is free. This function does the same
/// search, but it keeps all codings in two vectors and is faster, because networks have millions of
/// weights. `costs` has the bits of every index that occurs, each at most 1000. `indices` must not
/// be empty.
std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs);

}  // namespace spillway::ethosu
