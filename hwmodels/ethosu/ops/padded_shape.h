// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace spillway::ethosu {

/// Whether padding a tensor of shape `in` by `amounts` gives the shape `out`. `amounts` holds the
/// number of elements before and after each dimension. Returns false if an amount is negative.
bool padding_makes_output(const std::vector<std::int32_t>& in,
                          const std::vector<std::int32_t>& amounts,
                          const std::vector<std::int32_t>& out);

}  // namespace spillway::ethosu
