// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

// The fast format of a U85 stores every weight in the same number of bits: 2, 4 or 8. All weight
// decoders read one stream. hwmodels/ethosu/proof/weight_decoder.h describes the bits of the
// stream.

/// Returns the bytes that a slice of weights takes in the fast format (every weight in the same
/// number of bits). `streams` has the weights of each weight decoder. Returns nullopt if the format
/// cannot hold the weights, because the largest and the smallest weight differ by more than 255.
std::optional<Bytes> fast_format_bytes(const std::vector<WeightSequence>& streams);

/// Whether Vela 5 stores a slice of weights in the fast format (every weight in the same number of
/// bits). `default_bytes` is the size of all streams of the slice in the default format. Vela
/// compares estimates of decoding cycles, which are not published. This function instead compares
/// bytes, and returns true if the fast format takes fewer bytes. Returns false for depthwise
/// convolutions, for sparse weights, and for U55 and U65. The result is the same as Vela's for all
/// 566 different slices of 64 files that were compiled for U85.
bool takes_fast_format(const Config& config, const WeightOrder& order,
                       const std::vector<WeightSequence>& streams, Bytes default_bytes);

/// Returns the bytes of the stream in the fast format (every weight in the same number of bits).
/// The weight decoders take turns: each decoder takes `turn` consecutive weights.
/// fast_format_bytes() must return a value for `streams`.
std::vector<std::uint8_t> fast_format_stream(const std::vector<WeightSequence>& streams,
                                             std::size_t turn);

}  // namespace spillway::ethosu
