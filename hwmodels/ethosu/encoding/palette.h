// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// How the codings (ways to write a number) of a stream are chosen:
/// * vela_3: by the rules of the encoder in Vela 3.10.
/// * vela_4: by the rules of the encoder in Vela 4 and later releases.
/// * smallest: several codings are tried, and the smallest stream is taken. Vela's streams are
///   hardly ever smaller.
enum class WeightEncoder : std::uint8_t { vela_3, vela_4, smallest };

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

/// Returns the palette (list of weight values) that `encoder`, one of Vela's, chooses for a
/// section. [begin, end) are the weights of the section, at least one.
Palette make_palette(const std::int16_t* begin, const std::int16_t* end, WeightEncoder encoder);

/// Returns the palettes that may give a section the fewest bits: the palette without entries, and
/// the palette with the most frequent weights. If at least an eighth of the weights are zeros, also
/// returns both palettes with runs of zeros. Vela's encoders choose one of these palettes by rules,
/// without comparing sizes. The weights are [begin, end), at least one.
std::vector<Palette> possible_palettes(const std::int16_t* begin, const std::int16_t* end);

}  // namespace spillway::ethosu
