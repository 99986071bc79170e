// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/divisors.h"

namespace spillway::ethosu {

/// The cost of an index (the number that a weight stream stores for a weight) in each coding (way
/// to write an index), in bits: element k is for coding k. There are only 13 codings. The last
/// three elements fill up two vectors of eight numbers; each must be larger than the smallest of
/// the first 13, so that the search never chooses it.
using WeightCosts = std::array<std::int32_t, 16>;

/// Returns the stretches (consecutive indices with the same coding) that take the fewest bits. They
/// are the same as those of CheapestPath (cheapest_path.h) with an empty `free`, in which every
/// change of coding costs the constant change_bits. This function is faster than CheapestPath,
/// because it keeps the totals of all codings in two SIMD vectors. The speed matters because
/// networks have millions of weights. `indices` must not be empty. `costs[v]` has the costs of an
/// index of value v; each cost must be at most 1000 bits.
std::vector<CodedStretch> cheapest_weight_path(const std::vector<std::uint16_t>& indices,
                                               const std::vector<WeightCosts>& costs);

}  // namespace spillway::ethosu
