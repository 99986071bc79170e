// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/encoding/brick_order.h"

namespace spillway::ethosu {

// The fast format of a U85 stores every weight in the same number of bits, 2, 4 or 8, in one stream
// that all weight decoders read. hwmodels/ethosu/proof/fast_weights.h describes its bits.

/// The bytes of the fast format for a slice of weights, whose sequences for the weight decoders are
/// `streams`. Returns nothing if the format cannot hold the weights, because the largest and the
/// smallest weight differ by more than 255.
std::optional<Bytes> fast_format_bytes(const std::vector<WeightSequence>& streams);

/// Whether Vela 5 stores a slice of weights in the fast format instead of the default format, which
/// takes `default_bytes` for all streams together. Vela compares estimates of decoding cycles,
/// which are not published. This rule takes the format with fewer bytes, but never the fast format
/// for depthwise convolutions and for sparse weights. It was found on the 566 different slices of
/// 64 compiled files for U85 and holds for all of them.
bool takes_fast_format(const Config& config, const WeightOrder& order,
                       const std::vector<WeightSequence>& streams, Bytes default_bytes);

/// The stream of the fast format. The weight decoders alternate: each one takes `turn` consecutive
/// weights. fast_format_bytes() must return a value for `streams`.
std::vector<std::uint8_t> fast_format_stream(const std::vector<WeightSequence>& streams,
                                             std::size_t turn);

}  // namespace spillway::ethosu
