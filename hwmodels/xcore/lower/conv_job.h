// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {

/// The properties that all convolutions have in common, whatever operator they are lowered from.
struct ConvJob {
  const Operator* source = nullptr;
  OpType type = OpType::conv_2d;  // or depthwise_conv_2d
  std::string name;
  std::string part;  // suffix of the constants' names if the source becomes several convolutions
  // The input, whose channels are already padded to a multiple of `multiple`.
  Value x;
  Value y;  // rank 4
  Window window;
  std::int32_t multiple = 4;  // channels are padded to a multiple of this: 4 for int8, 16 for int16
  std::int64_t macs = 0;
  bool channelwise = false;  // the output transform has a shift per channel
  bool padded = false;       // the kernel itself pads the image, like the kernels of 2022
  // TFLM's kernel computes the convolution, after the lowering has padded the image and split the
  // convolution.
  bool reference = false;
  // For a phase of a transposed convolution: the output of the previous phase, which this phase
  // completes.
  TensorIndex partial = no_tensor;
};

/// Whether the runtime has convolutions for the type of `image`.
bool has_convolutions(const Tensor& image);

/// Returns the number to a multiple of which the channels of a convolution are padded: 4 for int8,
/// 16 for int16.
std::int32_t channel_multiple(const Tensor& image);

/// Adds one XC_conv2d_v2 with weights, multipliers and biases, partial output and scratch, or
/// TFLM's kernel with weights and bias. Requires that the image is padded already, unless
/// `job.padded`.
void add_kernel(Lowering& lowering, const ConvJob& job);

}  // namespace spillway::xcore
