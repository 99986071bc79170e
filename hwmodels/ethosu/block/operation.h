// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/feature_map.h"
#include "traces/network.h"

namespace spillway::ethosu {

enum class OperationType : std::uint8_t { conv, depthwise, pool, elementwise, resize };

/// Kinds of pooling. The values are those in command streams.
enum class PoolMode : std::uint8_t {
  max = 0,
  average = 1,
  reduce_sum = 2,
  sum = 3,
  none = 4,
  min = 5,
  argmax_x = 6,
  argmax_y = 7,
};

/// Kinds of elementwise operations. The values are those in command streams.
enum class ElementwiseMode : std::uint8_t {
  mul = 0,
  add = 1,
  sub = 2,
  min = 3,
  max = 4,
  lrelu = 5,
  abs = 6,
  clz = 7,
  shr = 8,
  shl = 9,
  lsr = 10,
  div = 11,
  cmp_eq = 16,
  cmp_ne = 17,
  cmp_ge = 18,
  cmp_gt = 19,
  bit_and = 33,
  bit_or = 34,
  bit_xor = 35,
  bit_not = 36,
  bit_and_not = 42,
};

/// Which computed dimension (h: height, w: width, c: channels) the height, the width and the
/// channels of the stored OFM hold: with `whc`, the stored height is the computed width. The order
/// of the values is that of U85's transposition codes, of which 4 and 5 have no meaning.
enum class Transpose : std::uint8_t { hwc, whc, hcw, wch, reserved4, reserved5, chw, cwh };

enum class Upscale : std::uint8_t { none, nearest, zeros };

/// Encoded weights, or biases and scales, for one core or decoder.
struct ConstantStream {
  Address base = 0;
  Bytes length = 0;
  std::uint8_t region = 0;  // index of a memory; in command streams, number of a region
};

constexpr std::int32_t max_weight_streams = 4;

inline BlockShape shape_of(const FeatureMap& map) { return {map.height, map.width, map.depth}; }

/// A complete operation of the NPU: its function, its blocks, and the places of its data. A
/// broadcast operand has extent 1 in the dimensions along which it is repeated.
struct Operation {
  OperationType type = OperationType::conv;
  PoolMode pool = PoolMode::max;                       // pools only
  ElementwiseMode elementwise = ElementwiseMode::add;  // elementwise operations only
  FeatureMap ifm;
  FeatureMap ifm2;
  FeatureMap ofm;                        // extents as computed, before transposition
  Transpose transpose = Transpose::hwc;  // applied to the OFM when it is stored
  bool reads_ifm = true;                 // false: the operand is a scalar in a register
  bool reads_ifm2 = false;
  bool ifm2_is_weights = false;  // IFM2 has a row of weights per output channel (U85)
  Window window;                 // in pixels of the upscaled IFM
  Upscale upscale = Upscale::none;
  bool part_kernel = false;  // true = part-kernel first, false = depth first
  // The largest number of taps along each side of a sub-kernel.
  std::int32_t sub_kernel_taps = 8;
  BlockShape block;               // of the OFM; clipped at the edges
  std::int32_t active_cores = 0;  // cores that share the output channels; 0 = all
  // The microblock (part of a block that the array computes at a time) that a command stream of U85
  // names; unset = the microblock of the configuration.
  std::optional<BlockShape> microblock;
  bool wide_accumulator = false;  // wider than 32 bits
  ActivationWork activation = ActivationWork::none;
  std::array<ConstantStream, max_weight_streams> weights{};
  std::array<ConstantStream, max_weight_streams> scales{};
  std::int32_t block_dependency = 0;
};

/// The position and the extents of an OFM block. A block at the edge is clipped to the OFM.
struct BlockPosition {
  std::int32_t y = 0;
  std::int32_t x = 0;
  std::int32_t z = 0;
  BlockShape shape;
};

/// Calls `visit(BlockPosition)` for every OFM block in the order of execution: depth is the
/// innermost loop, then x, then y.
template <typename Visit>
void for_each_block(const Operation& op, Visit&& visit) {
  BlockPosition at;
  for (at.y = 0; at.y < op.ofm.height; at.y += op.block.height) {
    at.shape.height = std::min(op.block.height, op.ofm.height - at.y);
    for (at.x = 0; at.x < op.ofm.width; at.x += op.block.width) {
      at.shape.width = std::min(op.block.width, op.ofm.width - at.x);
      for (at.z = 0; at.z < op.ofm.depth; at.z += op.block.depth) {
        at.shape.depth = std::min(op.block.depth, op.ofm.depth - at.z);
        visit(at);
      }
    }
  }
}

std::int64_t block_count(const Operation& op);

/// Returns the box of the stored OFM that holds `box` of the computed OFM.
Box stored_box(const Box& box, Transpose transpose);

/// Returns the OFM with its extents in memory, after transposition.
FeatureMap stored_ofm(const Operation& op);

/// The number of sub-kernels into which the kernel is divided; 1 for elementwise operations and
/// resizing.
std::int32_t sub_kernel_count(const Operation& op);

/// The number of channels of an IFM block: 16 for part-kernel traversal and for 16-bit data,
/// otherwise 32; at most the channels of the IFM.
std::int32_t ifm_block_depth(const Operation& op);

/// Whether every output channel needs every input channel (convolution, fully-connected,
/// reduce-sum).
bool reduces_depth(const Operation& op);

/// Whether the operation reads weight and scale streams.
bool reads_weights(const Operation& op);

/// The number of multiply-accumulates: output elements times taps, in convolutions also times input
/// channels (but not in sums over channels); 0 for elementwise operations and resizing.
std::int64_t macs(const Operation& op);

}  // namespace spillway::ethosu
