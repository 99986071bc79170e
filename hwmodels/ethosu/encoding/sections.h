// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// Returns the positions at which the encoder of Vela 3.10 begins the sections of a stream. Each
/// section has its own palette. A section begins where the values change so much that a new palette
/// saves more bits than it costs. The first position is 0; the list is empty if there are no
/// values. The computing time is linear in the number of values, which must be below 2^31.
std::vector<std::size_t> palette_sections(const WeightSequence& values);

/// Returns the positions at which the encoder of Vela 4 and later begins the sections of a stream
/// with `values` weights. The distance between these positions is constant.
std::vector<std::size_t> fixed_sections(std::size_t values);

}  // namespace spillway::ethosu
