// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// Dimensions that a reduction runs over, from its constant operand; where its values are not
/// known, those that the shapes of input and output show. Without dimensions that do not exist.
std::vector<std::int32_t> reduced_axes(const Network& network, const Operator& op,
                                       std::size_t rank);

}  // namespace spillway::ethosu
