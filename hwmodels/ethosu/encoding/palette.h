// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// The release of Vela whose encoder chooses the codings of a stream: Vela 3.10, or Vela 4 and
/// later.
enum class WeightEncoder : std::uint8_t { vela_3, vela_4 };

/// The mapping from the weights of a section (a part of a weight stream) to indices. Weights in the
/// palette have the lowest indices. The index of any other weight follows from its code
/// (weight_code()).
struct Palette {
  std::vector<std::uint16_t> codes;  // codes of the weights in the palette; may be empty
  std::int32_t unused_codes = 0;     // number of codes below the smallest code in use, at most 31
  std::int32_t code_bits = 2;        // bits of each element of `codes` in the stream: 2..9
  std::int32_t raw_bits = 0;         // bits of an uncompressed index; 0 = always compressed
  bool zero_runs = false;            // true = runs of zeros are stored as their lengths

  /// The index of every weight, at position weight + largest_weight.
  std::array<std::uint16_t, 2 * largest_weight + 1> index{};
};

/// Returns the code of a weight: its magnitude and, in the lowest bit, its sign.
constexpr std::int32_t weight_code(std::int32_t weight) {
  return weight < 0 ? -2 * weight + 1 : 2 * weight;
}

/// Returns the palette that `encoder` chooses for a section with the weights [begin, end), of which
/// there must be at least one.
Palette make_palette(const std::int16_t* begin, const std::int16_t* end, WeightEncoder encoder);

}  // namespace spillway::ethosu
