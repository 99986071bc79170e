// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {

/// Returns the encoders that can have encoded the weights in a plan for the processor. These are
/// the encoders of Vela's releases for this processor (vela_3 and vela_4 for U55 and U65, vela_4
/// for U85), followed by WeightEncoder::smallest.
std::vector<WeightEncoder> weight_encoders(const Config& config);

/// The weights of a slice of output channels, with the codings (ways to write a number) that the
/// compiler chooses for these weights.
struct CodedSlice {
  std::vector<WeightSequence> sequences;             // per stream: the weights in stream order
  std::vector<std::vector<StreamSection>> sections;  // per stream: codings of the default format
  bool fast = false;  // U85 only: the first stream has all weights, in the fast format
  // In the fast format (every weight in the same number of bits): the number of weights that a
  // decoder reads at a time, see u85_weights_per_turn(). Otherwise 0.
  std::size_t fast_turn = 0;

  /// Returns the size of each stream in bytes. In the fast format (every weight in the same number
  /// of bits), all streams except the first have 0 bytes.
  std::vector<Bytes> sizes() const;
  /// Returns the contents of each stream, which have the sizes that sizes() returns.
  std::vector<std::vector<std::uint8_t>> bytes() const;
};

/// Returns the streams of a slice of output channels. `values` has the weights of the slice.
/// `encoder`, one of weight_encoders(), chooses the codings (ways to write a number).
CodedSlice code_slice(const Config& config, const WeightValues& values, const WeightOrder& order,
                      WeightEncoder encoder);

}  // namespace spillway::ethosu
