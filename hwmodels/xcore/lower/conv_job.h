// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {

/// The common properties of all convolutions, whatever the source operator is.
struct ConvJob {
  const Operator* source = nullptr;
  OpType type = OpType::conv_2d;  // or depthwise_conv_2d
  std::string name;
  std::string part;  // suffix of the constants' names if the source becomes several convolutions
  Value x;           // channels are already a multiple of `multiple`
  Value y;           // rank 4
  Window window;
  std::int32_t multiple = 4;  // of channels: 4 for int8, 16 for int16
  std::int64_t macs = 0;
  bool channelwise = false;         // output transform with a shift per channel
  bool padded = false;              // the kernel pads, like those of 2022
  bool reference = false;           // TFLM's kernel, used after padding and splitting
  TensorIndex partial = no_tensor;  // transposed convolutions add to an earlier output
};

/// Whether the runtime has convolutions for the type of `image`.
bool has_convolutions(const Tensor& image);

/// The number that channels must be a multiple of: 4 for int8, 16 for int16.
std::int32_t channel_multiple(const Tensor& image);

/// Adds one XC_conv2d_v2 with weights, multipliers and biases, partial output and scratch, or
/// TFLM's kernel with weights and bias. The image must be padded already, unless the job says
/// otherwise.
void add_kernel(Lowering& lowering, const ConvJob& job);

}  // namespace spillway::xcore
