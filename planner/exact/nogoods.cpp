// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/nogoods.h"

namespace spillway::exact {
namespace {

/// The finaliser of SplitMix64 (public domain, S. Vigna): every input bit changes half of the
/// output bits.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

StateKey state_key(const SearchState& state, ItemSpan items) {
  StateKey key;
  for (const std::int32_t item : items) {
    const auto place =
        static_cast<std::uint64_t>(state.lowest(item)) * 2 + (state.supported(item) ? 1U : 0U);
    const std::uint64_t once = mix(mix(place) + static_cast<std::uint64_t>(item));
    key.sum += once;
    key.mixed += mix(once ^ 0xD6E8FEB86659FD93U);
  }
  return key;
}

}  // namespace spillway::exact
