// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// First values of the sections of a stream, each of which has a palette of its own, as the encoder
/// of Vela 3.10 cuts them: where the values change so that a new palette saves more than it takes.
/// The first is 0; none for no values. One pass; time is linear in the number of values,
/// of which there are fewer than 2^31.
std::vector<std::size_t> palette_sections(const WeightSequence& values);

/// The same of the encoder of Vela 4 and later, which cuts at fixed distances.
std::vector<std::size_t> fixed_sections(std::size_t values);

}  // namespace spillway::ethosu
