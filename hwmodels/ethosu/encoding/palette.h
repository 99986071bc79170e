// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// Which encoder chooses the codings of a stream: that of Vela 3.10, or that of Vela 4 and later.
enum class WeightEncoder : std::uint8_t { vela_3, vela_4 };

/// The mapping from the weights of a section to indices.
struct Palette {
  std::vector<std::uint16_t> codes;  // codes of the entries; empty = every weight is coded directly
  std::int32_t unused_codes = 0;     // number of lowest codes that no weight has: 0..31
  std::int32_t code_bits = 2;        // bits of an entry: 2..9
  std::int32_t raw_bits = 0;         // bits of an uncompressed index; 0 = not available
  bool zero_runs = false;            // zeros between the weights are stored as counts

  /// The index of every weight, at position weight + largest_weight.
  std::array<std::uint16_t, 2 * largest_weight + 1> index{};
};

/// Puts sign and magnitude of a weight into one number.
constexpr std::int32_t weight_code(std::int32_t weight) {
  return weight < 0 ? -2 * weight + 1 : 2 * weight;
}

/// The palette of the section [begin, end), which must not be empty.
Palette make_palette(const std::int16_t* begin, const std::int16_t* end, WeightEncoder encoder);

}  // namespace spillway::ethosu
