// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// The positions at which the sections of a stream begin. Each section has its own palette. The
/// encoder of Vela 3.10 begins a section where the values change so that a new palette saves more
/// than it costs. The first position is 0; the list is empty if there are no values. The time is
/// linear in the number of values, which must be below 2^31.
std::vector<std::size_t> palette_sections(const WeightSequence& values);

/// The positions at which the encoder of Vela 4 and later begins sections. Sections begin at fixed
/// distances.
std::vector<std::size_t> fixed_sections(std::size_t values);

}  // namespace spillway::ethosu
