// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {

/// A convolution that lowering adds, whatever operator of the network it comes from.
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
  // For a phase of a transposed convolution: the output of the previous phase, to which this phase
  // adds its own pixels.
  TensorIndex partial = no_tensor;
};

/// Whether the runtime has convolutions for the type of `image`.
bool has_convolutions(const Tensor& image);

/// Returns the number of which the channels of a convolution must be a multiple: 4 for int8, 16 for
/// int16. Other numbers of channels are padded.
std::int32_t channel_multiple(const Tensor& image);

/// Adds the operator of the convolution with its constants and scratch: an XC_conv2d_v2 or, if
/// `job.reference`, a convolution of TFLM. Requires that the image is padded already, unless
/// `job.padded`.
void add_kernel(Lowering& lowering, const ConvJob& job);

}  // namespace spillway::xcore
