// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/encoding/weight_values.h"

namespace spillway::ethosu {

constexpr std::int32_t sub_kernel_extent = 8;  // most rows and columns, of the dilated kernel

enum class Traversal : std::uint8_t { depth_first, part_kernel, depthwise };

/// Everything that determines the order of an operation's weights, besides the processor.
struct WeightOrder {
  Traversal traversal = Traversal::depth_first;
  std::int32_t ofm_block_depth = 16;  // all cores together, at least 1
  std::int32_t ofm_microblock_depth = 8;
  std::int32_t streams = 1;  // streams that share the output channels
  std::int32_t ifm_bits = 8;
  std::int32_t dilation_x = 1;  // 1 or 2: larger dilations are spread in the kernel
  std::int32_t dilation_y = 1;
  std::int32_t stride_x = 1;  // the strides and `sparse`: U85 only
  std::int32_t stride_y = 1;
  bool sparse = false;  // two of every four input channels are zero
};

/// The number of streams among which the `outputs` channels of a whole operation are divided.
std::int32_t weight_streams(const Config& config, std::int32_t outputs);

/// The weights of an operation, or of a slice of its output channels, in the order in which core
/// `core` reads them, including the zeros that complete bricks; empty for a core without channels.
WeightSequence brick_order(const Config& config, const WeightValues& values,
                           const WeightOrder& order, std::int32_t core);

}  // namespace spillway::ethosu
