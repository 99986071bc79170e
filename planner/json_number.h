// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace spillway {

/// Returns `json[key]` if `json` is an object and the value is an integer from `low` to `high`;
/// nothing otherwise. `Json` is a type of nlohmann's library.
template <typename Json>
std::optional<std::int64_t> whole_number(const Json& json, const char* key, std::int64_t low,
                                         std::int64_t high) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (found == json.end() || !found->is_number_integer()) return std::nullopt;
  const bool too_large = found->is_number_unsigned() &&
                         found->template get<std::uint64_t>() > static_cast<std::uint64_t>(high);
  const auto value = found->template get<std::int64_t>();
  if (too_large || value < low || value > high) return std::nullopt;
  return value;
}

}  // namespace spillway
