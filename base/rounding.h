// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace spillway {

/// Returns `value` / `by`, rounded up. `value` must be at least 0, `by` above 0.
constexpr std::int64_t ceil_div(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

/// Returns `value` rounded up to a multiple of `multiple`. `value` must be at least 0, `multiple`
/// above 0. The type of `value` must be large enough for the result.
template <typename Integer>
constexpr Integer round_up(Integer value, std::common_type_t<Integer> multiple) {
  return static_cast<Integer>(ceil_div(value, multiple) * multiple);
}

}  // namespace spillway
