// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/encoding/palette.h"
#include "traces/network.h"

namespace spillway::ethosu {

constexpr Bytes record_bytes = 10;  // a scale record: 40-bit bias, 32-bit scale, 6-bit shift

/// The sizes of the stream that one core (U55, U65) or weight decoder (U85) reads for a slice of
/// output channels. In memory, the scale records (bias, scale and shift of each channel) come
/// first.
struct EncodedStream {
  Bytes scales = 0;   // records of 10 bytes, in total rounded up to a multiple of 16 bytes
  Bytes weights = 0;  // rounded up to a multiple of 16 bytes
};

/// Returns the sizes of all streams for output channels [begin, end) of `op`. The block and the
/// traversal of `op` must be set, and has_weight_values() must hold for `op`. On a U85:
/// * WeightEncoder::vela_4 encodes the weights if `encoder` is vela_3.
/// * In the fast format (every weight in the same number of bits), the first stream has all
///   weights, and the other streams have 0 bytes of weights.
///
/// The sizes come from a cache of the calling thread. The cache keeps the sizes for a network's
/// weights while the network's file is in memory. The cache keeps the sizes for made-up weights,
/// which are all 1, until the thread ends. Weights of networks without a file are encoded again in
/// each call.
std::vector<EncodedStream> encoded_streams(const Config& config, const Network& network,
                                           const NpuOp& op, std::int32_t begin, std::int32_t end,
                                           WeightEncoder encoder);

/// Returns the order of the weights of `op`, assuming that the weights are not sparse. The block
/// and the traversal of `op` must be set.
WeightOrder weight_order(const Config& config, const NpuOp& op);

/// Returns the order of the weights in a slice of `op`. `values` are the weights of the slice. A
/// U85 stores values for which u85_is_sparse() holds in its sparse format, which has another order.
/// Weights of depthwise convolutions are never stored in this format.
WeightOrder weight_order(const Config& config, const NpuOp& op, const WeightValues& values);

/// Returns the bytes of the scale records (bias, scale and shift of each channel) in stream
/// `stream` for a slice of `outputs` output channels, rounded up to a multiple of 16.
Bytes scale_record_bytes(const Config& config, const WeightOrder& order, std::int32_t outputs,
                         std::int32_t stream);

}  // namespace spillway::ethosu
