// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/encoding/palette.h"
#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// A piece of a section that has a header of its own: weights [begin, end) of the section, and
/// with zero runs the runs behind each of them; the first slice has that before its first weight
/// too.
struct StreamSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int32_t weight_coding = 0;  // 0..weight_codings
  std::int32_t run_coding = 0;     // divisor of the runs, 0..run_codings
};

/// A part of a stream with one palette.
struct StreamSection {
  Palette palette;
  std::vector<std::uint16_t> indices;  // of the weights; with zero runs only of those not zero
  std::vector<std::uint32_t> runs;     // zeros before, between and after them; empty without
  std::vector<StreamSlice> slices;
};

/// The choices of `encoder` for a stream of weights, section by section. A weight lies within
/// largest_weight of 0.
std::vector<StreamSection> encode_stream(const WeightSequence& weights, WeightEncoder encoder);

/// Bytes of a stream with its end marker, in whole granules of 16; 0 for a stream of no weights.
Bytes stream_bytes(const std::vector<StreamSection>& sections);

}  // namespace spillway::ethosu
