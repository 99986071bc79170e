// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/traffic.h"

#include <algorithm>
#include <limits>

namespace spillway::ethosu {
namespace {

struct Span {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

// Returns the rows (or columns) of the stored map from which rows [begin, end) of the upscaled map
// are made. With Upscale::zeros, every second row of the upscaled map is zero and has no stored
// row.
Span stored_span(Span upscaled, Upscale upscale) {
  switch (upscale) {
    case Upscale::none:
      return upscaled;
    case Upscale::nearest:
      return {upscaled.begin / 2, (upscaled.end + 1) / 2};
    case Upscale::zeros:
      return {(upscaled.begin + 1) / 2, (upscaled.end + 1) / 2};
  }
  return upscaled;
}

struct Axis {
  std::int32_t stride, dilation, pad, extent;  // extent of the stored map
  Upscale upscale;
};

// Returns the rows (or columns) of the stored IFM that OFM rows [begin, begin + count) need,
// without padding. Counts only `taps` taps of the kernel, beginning with `first_tap`.
Span needed(const Axis& axis, std::int32_t begin, std::int32_t count, std::int32_t first_tap,
            std::int32_t taps) {
  const std::int32_t first = begin * axis.stride - axis.pad + first_tap * axis.dilation;
  const std::int32_t last =
      (begin + count - 1) * axis.stride - axis.pad + (first_tap + taps - 1) * axis.dilation;
  Span span = stored_span({std::max(0, first), std::max(0, last + 1)}, axis.upscale);
  span.end = std::min(span.end, axis.extent);
  return span;
}

constexpr std::int32_t whole_kernel = std::numeric_limits<std::int32_t>::max();

// The input channels that a U85 takes in at a time in part-kernel-first order.
constexpr std::int32_t kernel_first_channels = 64;

// Returns the rows and columns of the IFM that a block needs for a part of its kernel: at most
// `taps` taps in each direction, beginning with tap (first_y, first_x).
Box window_box(const Operation& op, const BlockPosition& at, std::int32_t first_y,
               std::int32_t first_x, std::int32_t taps) {
  const Window& window = op.window;
  const Axis vertical{window.stride_h, window.dilation_h, window.pad_top, op.ifm.height,
                      op.upscale};
  const Axis horizontal{window.stride_w, window.dilation_w, window.pad_left, op.ifm.width,
                        op.upscale};
  const Span rows =
      needed(vertical, at.y, at.shape.height, first_y, std::min(taps, window.kernel_h - first_y));
  const Span columns =
      needed(horizontal, at.x, at.shape.width, first_x, std::min(taps, window.kernel_w - first_x));
  return {rows.begin, rows.end, columns.begin, columns.end, 0, 0};
}

// Extends `box` to all columns that the kernel reaches. On a U85, the sub-kernels (parts of a large
// kernel) of a pool from the second row of sub-kernels on read all these columns, not only their
// own columns. Source: the SRAM reads of a 9x9 maximum pool, which was run in one block and in two
// blocks.
void whole_width(const Operation& op, const BlockPosition& at, Box& box) {
  const Box window = window_box(op, at, 0, 0, whole_kernel);
  box.x0 = window.x0;
  box.x1 = window.x1;
}

// Returns the IFM channels that a block reads. Channels that the buffer keeps from the previous
// depth block are not read again.
Span channels_read(const Config& config, const Operation& op, const BlockPosition& at) {
  if (!reduces_depth(op)) {
    return {std::min(at.z, op.ifm.depth), std::min(at.z + at.shape.depth, op.ifm.depth)};
  }
  const bool keeps = at.z > 0 && op.type == OperationType::conv;
  return {keeps ? channels_kept(config, op, at) : 0, op.ifm.depth};
}

void append_windowed_ifm(const Config& config, const Operation& op, const BlockPosition& at,
                         std::vector<Access>& accesses) {
  const Span channels = channels_read(config, op, at);
  const bool whole = config.product == Product::u85 && op.type != OperationType::pool;
  const std::int32_t taps = whole ? whole_kernel : op.sub_kernel_taps;
  for (std::int32_t y = 0; y < op.window.kernel_h; y += std::min(taps, op.window.kernel_h)) {
    for (std::int32_t x = 0; x < op.window.kernel_w; x += std::min(taps, op.window.kernel_w)) {
      Box box = window_box(op, at, y, x, taps);
      if (config.product == Product::u85 && y > 0) whole_width(op, at, box);
      box.z0 = channels.begin;
      box.z1 = channels.end;
      if (!box.empty()) append_read(op.ifm, box, DataClass::ifm, accesses);
    }
  }
}

Span operand_span(std::int32_t begin, std::int32_t count, std::int32_t extent) {
  return extent == 1 ? Span{0, 1} : Span{begin, std::min(begin + count, extent)};
}

void append_operand(const FeatureMap& map, const BlockPosition& at, DataClass data,
                    std::vector<Access>& accesses) {
  const Span rows = operand_span(at.y, at.shape.height, map.height);
  const Span columns = operand_span(at.x, at.shape.width, map.width);
  const Span channels = operand_span(at.z, at.shape.depth, map.depth);
  const Box box{rows.begin, rows.end, columns.begin, columns.end, channels.begin, channels.end};
  append_read(map, box, data, accesses);
}

// Appends the reads of the rows of a weight matrix that a block needs. Each row of the matrix has
// the weights of one output channel.
void append_weight_map(const Operation& op, const BlockPosition& at,
                       std::vector<Access>& accesses) {
  const Box box{0, op.ifm2.height, at.z, at.z + at.shape.depth, 0, op.ifm2.depth};
  append_read(op.ifm2, box, DataClass::ifm2, accesses);
}

// Appends the reads of the IFM from which a block of the resized map is interpolated. Interpolation
// also needs the row below and the column to the right.
void append_resized_ifm(const Operation& op, const BlockPosition& at,
                        std::vector<Access>& accesses) {
  const auto span = [](std::int64_t begin, std::int64_t count, std::int64_t outputs,
                       std::int64_t inputs) {
    const std::int64_t last = (begin + count - 1) * inputs / outputs + 1;
    return Span{static_cast<std::int32_t>(begin * inputs / outputs),
                static_cast<std::int32_t>(std::min(inputs, last + 1))};
  };
  const Span rows = span(at.y, at.shape.height, op.ofm.height, op.ifm.height);
  const Span columns = span(at.x, at.shape.width, op.ofm.width, op.ifm.width);
  const Box box{rows.begin,
                rows.end,
                columns.begin,
                columns.end,
                std::min(at.z, op.ifm.depth),
                std::min(at.z + at.shape.depth, op.ifm.depth)};
  append_read(op.ifm, box, DataClass::ifm, accesses);
}

void append_ifm(const Config& config, const Operation& op, const BlockPosition& at,
                std::vector<Access>& accesses) {
  switch (op.type) {
    case OperationType::elementwise:
      if (op.reads_ifm) append_operand(op.ifm, at, DataClass::ifm, accesses);
      return;
    case OperationType::resize:
      append_resized_ifm(op, at, accesses);
      return;
    case OperationType::conv:
    case OperationType::depthwise:
    case OperationType::pool:
      append_windowed_ifm(config, op, at, accesses);
      return;
  }
}

void append_ifm2(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses) {
  if (op.ifm2_is_weights) {
    append_weight_map(op, at, accesses);
  } else if (op.reads_ifm2) {
    append_operand(op.ifm2, at, DataClass::ifm2, accesses);
  }
}

// Returns the offset in a stream at which the constants of channels below `z` end, estimated in
// proportion to the channels. The offset is a multiple of 16 bytes, the granule of the encoding. 16
// bytes are whole beats of the bus, so dividing the stream adds no traffic.
Bytes end_of_channels(const ConstantStream& constant, std::int32_t z, std::int32_t depth) {
  constexpr Bytes granule = 16;
  return z >= depth ? constant.length : constant.length * z / depth / granule * granule;
}

inline void append_constant(const Operation& op, const BlockPosition& at,
                            const ConstantStream& constant, DataClass data,
                            std::vector<Access>& accesses) {
  if (constant.length == 0) return;  // no core or decoder reads this stream
  const Bytes begin = end_of_channels(constant, at.z, op.ofm.depth);
  const Bytes end = end_of_channels(constant, at.z + at.shape.depth, op.ofm.depth);
  if (begin == end) return;
  Access access;
  access.address = constant.base + static_cast<Address>(begin);
  access.run = static_cast<std::int32_t>(end - begin);
  access.memory = constant.region;
  access.data = data;
  accesses.push_back(access);
}

}  // namespace

std::int32_t channels_kept(const Config& config, const Operation& op, const BlockPosition& at) {
  if (sub_kernel_count(op) > 1) return 0;
  if (config.product != Product::u85) {
    return op.ifm.depth <= 2 * ifm_block_depth(op) ? op.ifm.depth : 0;
  }
  if (op.part_kernel) return std::min(op.ifm.depth, kernel_first_channels);
  const Box box = window_box(op, at, 0, 0, whole_kernel);
  const std::int32_t bricks = (op.ifm.depth + brick_channels - 1) / brick_channels;
  const Bytes brick =
      Bytes{box.y1 - box.y0} * (box.x1 - box.x0) * brick_channels * op.ifm.element_bytes;
  if (brick * bricks <= config.ifm_ram_bytes) return op.ifm.depth;
  // In the IFM RAM, the space of one brick (16 channels of every pixel) stays free. The bricks that
  // are not kept in the buffer pass through this space.
  const Bytes kept = std::max<Bytes>(0, config.ifm_ram_bytes / brick - 1);
  return static_cast<std::int32_t>(kept) * brick_channels;
}

bool has_one_input_buffer(const Config& config, const Operation& op) {
  if (config.product != Product::u85) {
    return op.type == OperationType::elementwise && op.reads_ifm && op.reads_ifm2;
  }
  if (op.type != OperationType::conv || !op.part_kernel) return false;
  if (op.ifm.depth <= kernel_first_channels) return false;
  constexpr std::int32_t largest_with_known_ram = 256;
  const Bytes ram = config.ifm_ram_bytes * (config.macs > largest_with_known_ram ? 2 : 1);
  std::int64_t most_pixels = 0;
  for_each_block(op, [&](const BlockPosition& at) {
    const Box box = window_box(op, at, 0, 0, whole_kernel);
    most_pixels = std::max(most_pixels, std::int64_t{box.y1 - box.y0} * (box.x1 - box.x0));
  });
  return 2 * most_pixels * kernel_first_channels * op.ifm.element_bytes >= ram;
}

void append_reads(const Config& config, const Operation& op, const BlockPosition& at,
                  std::vector<Access>& accesses) {
  append_ifm(config, op, at, accesses);
  append_ifm2(op, at, accesses);
  for (const ConstantStream& weights : op.weights) {
    append_constant(op, at, weights, DataClass::weights, accesses);
  }
  for (const ConstantStream& scales : op.scales) {
    append_constant(op, at, scales, DataClass::scales, accesses);
  }
}

std::int64_t pixels_taken_in(const Config& config, const Operation& op, const BlockPosition& at) {
  if (config.product != Product::u85) return 0;
  if (op.type == OperationType::elementwise || op.type == OperationType::resize) return 0;
  const Box box = window_box(op, at, 0, 0, whole_kernel);
  const Span channels = channels_read(config, op, at);
  const auto brick_at = [&](std::int32_t channel) {
    return (std::int64_t{channel} * op.ifm.element_bytes + brick_channels - 1) / brick_channels;
  };
  const std::int64_t bricks =
      std::max<std::int64_t>(0, brick_at(channels.end) - brick_at(channels.begin));
  return std::int64_t{box.y1 - box.y0} * (box.x1 - box.x0) * bricks;
}

void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses) {
  const Box box{at.y, at.y + at.shape.height, at.x, at.x + at.shape.width,
                at.z, at.z + at.shape.depth};
  if (op.transpose == Transpose::hwc) {
    append_write(op.ofm, box, accesses);
  } else {
    append_write(stored_ofm(op), stored_box(box, op.transpose), accesses);
  }
}

}  // namespace spillway::ethosu
