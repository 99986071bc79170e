// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace spillway::ethosu {

/// Returns whether padding a tensor of shape `in` gives the shape `out`. `amounts` holds, for each
/// dimension, the number of elements to add before and after the data. Returns false if an amount
/// is negative.
bool padding_makes_output(const std::vector<std::int32_t>& in,
                          const std::vector<std::int32_t>& amounts,
                          const std::vector<std::int32_t>& out);

}  // namespace spillway::ethosu
