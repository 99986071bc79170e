// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

constexpr std::int32_t sub_kernel_extent = 8;  // rows and columns, of the dilated kernel

enum class Traversal : std::uint8_t { depth_first, part_kernel, depthwise };

/// What decides the order of an operation's weights, beside the processor.
struct WeightOrder {
  Traversal traversal = Traversal::depth_first;
  std::int32_t ofm_block_depth = 16;  // of all cores together, at least 1
  std::int32_t ofm_microblock_depth = 8;
  std::int32_t streams = 1;  // that share the output channels
  std::int32_t ifm_bits = 8;
  std::int32_t dilation_x = 1;  // 1 or 2: larger ones have been spread
  std::int32_t dilation_y = 1;
  std::int32_t stride_x = 1;  // this and what follows: U85 only
  std::int32_t stride_y = 1;
  bool sparse = false;  // two of every four input channels are zero
};

/// Streams that the `outputs` channels of a whole operation are dealt out to.
std::int32_t weight_streams(const Config& config, std::int32_t outputs);

/// The weights of an operation, or of a slice of its output channels, in the order in which core
/// `core` reads them, with the zeros that fill up bricks; empty for a core without channels.
WeightSequence brick_order(const Config& config, const WeightValues& values,
                           const WeightOrder& order, std::int32_t core);

}  // namespace spillway::ethosu
