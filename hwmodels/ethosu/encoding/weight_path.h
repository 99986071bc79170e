// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// The cost of an index in each coding, in bits: element k is for coding k. The last three elements
/// belong to no coding; they must not be the smallest elements.
using WeightCosts = std::array<std::int32_t, 16>;

/// Returns the same stretches as CheapestPath (cheapest_path.h) with an empty `free`, in which
/// every change of coding costs the constant change_bits. This function is faster than
/// CheapestPath, because it keeps the totals of all codings in two SIMD vectors. The speed matters
/// because networks have millions of weights. `indices` must not be empty. `costs[v]` has the costs
/// of an index of value v; each cost must be at most 1000 bits.
std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs);

}  // namespace spillway::ethosu
