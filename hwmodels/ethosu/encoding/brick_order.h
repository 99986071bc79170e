// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

// The hardware divides a kernel into sub-kernels. The constant is the largest height and the
// largest width of a sub-kernel, in rows and columns of the dilated kernel.
constexpr std::int32_t sub_kernel_extent = 8;

enum class Traversal : std::uint8_t { depth_first, part_kernel, depthwise };

/// Everything that determines the order of an operation's weights in memory, besides the processor.
struct WeightOrder {
  Traversal traversal = Traversal::depth_first;
  std::int32_t ofm_block_depth = 16;  // output channels, of all cores together; at least 1
  std::int32_t ofm_microblock_depth = 8;
  std::int32_t streams = 1;  // number of streams that share the output channels
  std::int32_t ifm_bits = 8;
  std::int32_t dilation_x = 1;  // 1 or 2; a larger dilation is replaced by zeros between the taps
  std::int32_t dilation_y = 1;
  // The strides and `sparse` are for U85 only.
  std::int32_t stride_x = 1;
  std::int32_t stride_y = 1;
  bool sparse = false;  // in every four input channels, at most two weights are not zero
};

/// Returns the number of weight streams among which the `outputs` output channels of a whole
/// operation are divided.
std::int32_t weight_streams(const Config& config, std::int32_t outputs);

/// Returns the weights of an operation, or of a slice of its output channels, in the order of
/// stream `core`. On U55 and U65, each core reads the stream with its own number. Zeros fill up
/// incomplete groups of taps and channels. Returns an empty sequence for a core without output
/// channels.
WeightSequence brick_order(const Config& config, const WeightValues& values,
                           const WeightOrder& order, std::int32_t core);

/// Whether a U85 can store the weights in its sparse format: in every group of four input channels,
/// counted from the first channel, each tap has at most two weights that are not zero. Vela 5 uses
/// the sparse format whenever this condition holds, even if there are only one or two input
/// channels.
bool u85_is_sparse(const WeightValues& values);

/// Returns the weights of an operation in the order in which stream `stream` of a U85 stores them.
/// Differences from the order on U55 and U65 (brick_order()):
/// * Groups of four output channels are distributed among the streams in rotation.
/// * In every second block of output channels, the blocks of input channels have the reverse order.
/// * The sub-kernels of a kernel follow each other column by column, not row by row.
/// * Unless the traversal is depth-first, taps of the same phase follow each other. The phase of a
///   tap is its row modulo the vertical stride and its column modulo the horizontal stride.
/// * Every second row of taps is reversed.
///
/// Source: Vela 4's ethos_u85_weight_encoder.cpp.
WeightSequence brick_order_u85(const Config& config, const WeightValues& values,
                               const WeightOrder& order, std::int32_t stream);

/// The weight decoders of a U85 take turns at a stream of the fast format (every weight in the same
/// number of bits). Returns the number of weights that a decoder takes before the next decoder
/// takes weights.
std::size_t u85_weights_per_turn(const Config& config, const WeightOrder& order);

}  // namespace spillway::ethosu
