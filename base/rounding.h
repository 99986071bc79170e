// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace spillway {

/// The smallest integer that is at least `value` / `by`; value >= 0, by > 0.
constexpr std::int64_t ceil_div(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

/// The smallest multiple of `multiple` that is at least `value`; value >= 0, multiple > 0. The
/// result has the type of `value`, which must be large enough for it.
template <typename Integer>
constexpr Integer round_up(Integer value, std::common_type_t<Integer> multiple) {
  return static_cast<Integer>(ceil_div(value, multiple) * multiple);
}

}  // namespace spillway
