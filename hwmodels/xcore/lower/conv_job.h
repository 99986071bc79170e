// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {

/// What all convolutions share, whatever the source operator was.
struct ConvJob {
  const Operator* source = nullptr;
  OpType type = OpType::conv_2d;  // or depthwise_conv_2d
  std::string name;
  std::string part;  // of the source's constants, where it becomes several convolutions
  Value x;           // channels already a multiple of `multiple`
  Value y;           // rank 4
  Window window;
  std::int32_t multiple = 4;  // of channels: 4 for int8, 16 for int16
  std::int64_t macs = 0;
  bool channelwise = false;         // output transform with a shift per channel
  bool padded = false;              // the kernel pads, as those of 2022 do
  bool reference = false;           // TFLM's kernel; the gate comes after padding and splitting
  TensorIndex partial = no_tensor;  // transpose convolutions add to an earlier output
};

/// Types that the runtime has convolutions for.
bool has_convolutions(const Tensor& image);

/// Channels come in multiples of so many: 4 for int8, 16 for int16.
std::int32_t channel_multiple(const Tensor& image);

/// One XC_conv2d_v2 with weights, multipliers and biases, partial output and scratch, or TFLM's
/// kernel with weights and bias. The image is padded already, unless the job says
/// otherwise.
void add_kernel(Lowering& lowering, const ConvJob& job);

}  // namespace spillway::xcore
