// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "hwmodels/ethosu/ops/op_chain.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t most_rows = 1 << 16;  // the largest number of rows in one operation
constexpr Bytes index_table = 2048;

}  // namespace

// Returns the operations that compute, for each pixel, the number of the channel with the largest
// value:
// - A depthwise convolution writes 16-bit words. A word has a value in its upper bits and the
//   number of the value's channel in its lower bits.
// - A maximum pooling finds the largest word of each pixel, and a lookup table extracts the channel
//   number from this word.
// - A depthwise convolution widens the channel number to 32 bits. For a 64-bit result, another
//   depthwise convolution widens the number to 64 bits.
std::vector<NpuOp> arg_max_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  OpChain chain(site);
  const MappedOperand ifm = map_input(site.network, op, 0);
  const BlockShape shape = shape_of(ifm.map);
  // The layout is NHWC, because the maximum pooling reads channels as columns. This is not possible
  // in NHCWB16 (bricks of 16 channels).
  const MappedOperand numbered = chain.scratch(shape, 2, Layout::nhwc);
  chain.depthwise(op.name + "_depthwise_conv_SHL_7", {}, ifm, numbered);

  const std::int32_t pixels = shape.height * shape.width;
  const MappedOperand columns = in_shape(numbered, {pixels, shape.depth, 1});
  const MappedOperand numbers = chain.scratch({pixels, 1, 1}, 2, Layout::nhwc);
  const std::int32_t step = most_rows / shape.width * shape.width;
  for (std::int32_t row = 0, part = 0; row < pixels; row += step, ++part) {
    const std::int32_t rows = std::min(step, pixels - row);
    NpuOp& maximum = chain.pool(PoolMode::max, fmt::format("dw_maxpool_{}", part),
                                rows_of(columns, row, {rows, shape.depth, 1}),
                                rows_of(numbers, row, {rows, 1, 1}));
    maximum.operation.window.kernel_w = shape.depth;
    maximum.load_table(index_table);
  }

  const MappedOperand image = in_shape(numbers, {shape.height, shape.width, 1});
  MappedOperand result = map_output(site.network, op, 0);
  if (site.tensor(op.outputs[0]).type != DataType::int64) {
    chain.depthwise(op.name + "_cast_to_32bit_1", {}, image,
                    in_shape(result, {shape.height, shape.width, 1}));
    return chain.take();
  }
  const MappedOperand words = chain.scratch({shape.height, shape.width, 1}, 4, Layout::nhwc);
  chain.depthwise(op.name + "_cast_to_32bit_1", {}, image, words);
  MappedOperand halves = words;
  halves.map = dense_map(shape.height, shape.width, 2, 2, Layout::nhwc, 0, 0);
  result.map = dense_map(shape.height, shape.width, 2, 4, Layout::nhwc, 0, 0);
  chain.depthwise(op.name + "_cast_to_32bit_2", {}, halves, result);
  return chain.take();
}

}  // namespace spillway::ethosu
