// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/encoding/palette.h"
#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

/// A part of a section with its own header. A slice has the weights [begin, end) of its section. If
/// zero_runs of the palette (list of weight values) is true, the slice also has the run of zeros
/// after each of its weights. The first slice of a section also has the run before its first
/// weight.
struct StreamSlice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int32_t weight_coding = 0;  // number of the coding, below weight_codings
  std::int32_t run_coding = 0;     // log2 of the runs' divisor, below run_codings
};

/// A part of a weight stream that has its own palette.
struct StreamSection {
  Palette palette;
  // The index of every weight. If zero_runs of the palette (list of weight values) is true, weights
  // that are zero have no index.
  std::vector<std::uint16_t> indices;
  // The lengths of the runs of zeros before, between and after the weights; empty if zero_runs of
  // the palette (list of weight values) is false.
  std::vector<std::uint32_t> runs;
  std::vector<StreamSlice> slices;
};

/// Returns the sections, palettes (lists of weight values) and slices into which `encoder` divides
/// a stream of weights. The magnitude of a weight must be at most largest_weight.
/// WeightEncoder::smallest takes about twice as long as the encoder of Vela 3.10.
std::vector<StreamSection> encode_stream(const WeightSequence& weights, WeightEncoder encoder);

/// Returns the size in bytes of a stream with its end marker, rounded up to a multiple of 16; 0 for
/// a stream without weights.
Bytes stream_bytes(const std::vector<StreamSection>& sections);

/// Returns the contents of a weight stream with its end marker, which have the size that
/// stream_bytes() returns. Source: mlw_encode.c of Vela 3.10 (encode_slice).
std::vector<std::uint8_t> stream_bits(const std::vector<StreamSection>& sections);

/// Returns the positions at which the encoder of Vela 3.10 begins the sections of a stream. Each
/// section has its own palette. A section begins where the values change so much that a new palette
/// saves more bits than it costs. The first position is 0; the list is empty if there are no
/// values. The computing time is linear in the number of values, which must be below 2^31.
std::vector<std::size_t> palette_sections(const WeightSequence& values);

/// Returns the positions at which the encoder of Vela 4 and later begins the sections of a stream
/// with `values` weights. The distance between these positions is constant.
std::vector<std::size_t> fixed_sections(std::size_t values);

}  // namespace spillway::ethosu
