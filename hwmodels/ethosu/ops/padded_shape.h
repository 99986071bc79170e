// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace spillway::ethosu {

/// Whether `amounts`, elements before and after each dimension of a tensor of shape `in`, make one
/// of shape `out` of it. Amounts below 0 make none.
bool padding_makes_output(const std::vector<std::int32_t>& in,
                          const std::vector<std::int32_t>& amounts,
                          const std::vector<std::int32_t>& out);

}  // namespace spillway::ethosu
