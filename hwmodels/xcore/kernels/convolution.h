// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "hwmodels/target/target.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/kernels/step_builder.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "hwmodels/xcore/parameters.h"

namespace spillway::xcore {

enum class ConvKind : std::uint8_t {
  /// Reads the image in place. The input channels are a multiple of 32, the output channels of 16.
  direct,
  indirect,   // first copies the window of each pixel into scratch memory
  depthwise,  // reads the image in place, 16 channels at a time
  direct_i16,
  // Copies each window to scratch memory tap by tap. C code makes the copies and fills in the
  // padding.
  padded_indirect,
  /// A depthwise kernel that first copies 16 channels of each window to scratch memory at a time. C
  /// code makes the copies and fills in the padding.
  padded_depthwise,
};

/// How 16 accumulators become outputs.
enum class OutputTransform : std::uint8_t {
  group,        // int8, one shift for all channels
  channelwise,  // int8, a shift per channel
  clamped,      // int8 of a binary convolution
  bits,         // one bit per output; for binary convolutions
};

/// The parameters with which a kernel of XC_conv2d_v2 runs. Every "step" is a distance in bytes.
struct Convolution {
  ConvKind kind = ConvKind::direct;
  std::int32_t outputs = 0;
  std::int32_t kernel_h = 1, kernel_w = 1;
  // The bytes of input that the kernel reads per tap (pixel of the window). For a depthwise kernel:
  // the bytes of one group of channels.
  std::int32_t tap_bytes = 0;
  std::int32_t tap_row_step = 0, tap_step = 0;  // distance to the next kernel row and kernel column
  // Distances in the input between the windows of consecutive output rows and of consecutive
  // pixels.
  std::int32_t row_step = 0, pixel_step = 0;
  std::int32_t out_row_step = 0, out_pixel_step = 0;
  // Offsets in bytes, in the input and in the output, of the pixels at which the kernel begins.
  std::int64_t first_input = 0, first_output = 0;
  Bytes scratch_bytes = 0;  // scratch bytes of one thread
  OutputTransform transform = OutputTransform::group;
  bool planned = false;  // kernel from before 2021-11, with assembler loops and no C++ around them
  std::vector<ConvWork> threads;

  bool is_padded() const {
    return kind == ConvKind::padded_indirect || kind == ConvKind::padded_depthwise;
  }
  bool is_depthwise() const {
    return kind == ConvKind::depthwise || kind == ConvKind::padded_depthwise;
  }
  /// Whether every window is copied into scratch memory.
  bool gathers() const { return is_padded() || kind == ConvKind::indirect; }
  std::int32_t taps() const { return kernel_h * kernel_w; }
  std::int32_t window_bytes() const { return taps() * tap_bytes; }
  std::int32_t multiplier_bias_bytes() const;  // for 16 outputs
  std::int32_t output_bytes(std::int32_t count) const;
  /// Returns the number of multiply-accumulates of all threads. A binary convolution counts
  /// multiply-accumulates of single bits.
  std::int64_t macs() const;
};

struct ConvPlaces {
  Place x, weights, multiplier_bias, scratch, y, data;
  Place partial;  // output of the previous phase of a transposed convolution
  // The bytes that are copied from `partial` to y before the kernel runs; 0 = no copy is needed:
  // the convolution has no `partial`, or `partial` has the same address as y.
  Bytes partial_bytes = 0;
};

/// Emits the steps of a convolution. Returns a sum of issue slots for the sake of
/// SlotSum::validated() alone, which says whether published times confirm the cost of the
/// convolution. The sum is less than the total of the convolution.
SlotSum emit_convolution(StepBuilder& steps, const Convolution& conv, const ConvPlaces& places,
                         const XcoreParameters& core);

}  // namespace spillway::xcore
