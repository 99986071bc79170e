// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// The dimensions that a reduction runs over. They come from the constant operand; if its values
/// are not known, from the shapes of input and output. Axes outside the rank are left out.
std::vector<std::int32_t> reduced_axes(const Network& network, const Operator& op,
                                       std::size_t rank);

}  // namespace spillway::ethosu
