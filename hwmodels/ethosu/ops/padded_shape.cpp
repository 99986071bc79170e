// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/padded_shape.h"

#include <cstddef>

namespace spillway::ethosu {

bool padding_makes_output(const std::vector<std::int32_t>& in,
                          const std::vector<std::int32_t>& amounts,
                          const std::vector<std::int32_t>& out) {
  if (in.size() != out.size() || amounts.size() != 2 * in.size()) return false;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::int64_t before = amounts[2 * i], after = amounts[2 * i + 1];
    if (before < 0 || after < 0 || in[i] + before + after != out[i]) return false;
  }
  return true;
}

}  // namespace spillway::ethosu
