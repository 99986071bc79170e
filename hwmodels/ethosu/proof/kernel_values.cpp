// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/kernel_values.h"

#include <algorithm>

#include "hwmodels/ethosu/proof/proof_failure.h"

namespace spillway::ethosu::proof {
namespace {

constexpr Value padding = 0x70616464696E6721U;
constexpr Value inserted_zero = 0x7A65726F7A65726FU;

/// The row or column that a tap of the window reads. If the tap reads padding, or a zero that
/// upscaling has inserted, `none` is a nonzero hash that stands for this padding or zero. Otherwise
/// `none` is 0.
struct TapPosition {
  Value none = 0;
  std::int32_t at = 0;
};

/// How the window moves over the rows, or over the columns, of the upscaled map.
struct Axis {
  std::int32_t stride = 1, dilation = 1, padding_before = 0;
  std::int32_t extent = 0;  // rows or columns of the upscaled map

  TapPosition position(std::int32_t output, std::int32_t tap, Upscale upscale) const {
    const std::int32_t upscaled = output * stride + tap * dilation - padding_before;
    if (upscaled < 0 || upscaled >= extent) return {padding, 0};
    if (upscale == Upscale::none) return {0, upscaled};
    if (upscale == Upscale::zeros && upscaled % 2 != 0) return {inserted_zero, 0};
    return {0, upscaled / 2};
  }
};

Axis rows_of(const Operation& op) {
  const Window& window = op.window;
  return {window.stride_h, window.dilation_h, window.pad_top,
          (op.ofm.height - 1) * window.stride_h + window.extent_h() - window.pad_top -
              window.pad_bottom};
}

Axis columns_of(const Operation& op) {
  const Window& window = op.window;
  return {window.stride_w, window.dilation_w, window.pad_left,
          (op.ofm.width - 1) * window.stride_w + window.extent_w() - window.pad_left -
              window.pad_right};
}

// Returns a map with one channel, in which the value of a pixel is a hash of all channels of this
// pixel in `map`.
MapValues pixels_of(const MapValues& map) {
  MapValues pixels(map.height, map.width, 1);
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      Value value = 1;
      for (std::int32_t c = 0; c < map.depth; ++c) value = combined(value, map.at(y, x, c));
      pixels.at(y, x, 0) = value;
    }
  }
  return pixels;
}

// Returns, for each output position and each channel of `map`, a hash of all elements in the window
// at this position.
MapValues windows_of(const Operation& op, const MapValues& map) {
  const Axis rows = rows_of(op);
  const Axis columns = columns_of(op);
  MapValues seen(op.ofm.height, op.ofm.width, map.depth);
  std::fill(seen.elements.begin(), seen.elements.end(), Value{1});
  for (std::int32_t y = 0; y < seen.height; ++y) {
    for (std::int32_t ky = 0; ky < op.window.kernel_h; ++ky) {
      const TapPosition row = rows.position(y, ky, op.upscale);
      for (std::int32_t x = 0; x < seen.width; ++x) {
        for (std::int32_t kx = 0; kx < op.window.kernel_w; ++kx) {
          const TapPosition column = columns.position(x, kx, op.upscale);
          const Value none = row.none != 0 ? row.none : column.none;
          for (std::int32_t c = 0; c < map.depth; ++c) {
            Value& value = seen.at(y, x, c);
            value = combined(value, none != 0 ? none : map.at(row.at, column.at, c));
          }
        }
      }
    }
  }
  return seen;
}

// Returns the results of a kernel with a window. `seen` is the result of windows_of(). `seen` has
// one channel if each result depends on all input channels, otherwise one channel per output
// channel.
MapValues windowed(const Operation& op, const KernelInputs& inputs, const MapValues& seen) {
  MapValues results(op.ofm.height, op.ofm.width, op.ofm.depth);
  if (seen.depth != 1 && seen.depth != results.depth) {
    throw ProofFailure("reads another number of channels than it writes");
  }
  for (std::int32_t y = 0; y < results.height; ++y) {
    for (std::int32_t x = 0; x < results.width; ++x) {
      for (std::int32_t c = 0; c < results.depth; ++c) {
        const Value input = seen.at(y, x, seen.depth == 1 ? 0 : c);
        const Value channel = inputs.channels[static_cast<std::size_t>(c)];
        results.at(y, x, c) = combined(combined(inputs.function, input), channel);
      }
    }
  }
  return results;
}

// Combines weights that a kernel reads from IFM2 with the values (hashes) of the output channels.
// In IFM2, a row is a tap of the kernel, a column is an output channel, and a channel is an input
// channel.
void take_weights(const Operation& op, KernelInputs& inputs) {
  const MapValues& matrix = inputs.ifm2;
  for (std::int32_t c = 0; c < op.ofm.depth; ++c) {
    Value& channel = inputs.channels[static_cast<std::size_t>(c)];
    for (std::int32_t tap = 0; tap < matrix.height; ++tap) {
      for (std::int32_t i = 0; i < matrix.depth; ++i) {
        channel = combined(channel, matrix.at(tap, c, i));
      }
    }
  }
}

Value broadcast(const MapValues& map, std::int32_t y, std::int32_t x, std::int32_t c) {
  if (map.elements.empty()) return 1;  // the operand is a scalar in a register
  return map.at(map.height == 1 ? 0 : y, map.width == 1 ? 0 : x, map.depth == 1 ? 0 : c);
}

void combine_elements(const MapValues& second, MapValues& results) {
  for (std::int32_t y = 0; y < results.height; ++y) {
    for (std::int32_t x = 0; x < results.width; ++x) {
      for (std::int32_t c = 0; c < results.depth; ++c) {
        results.at(y, x, c) = combined(results.at(y, x, c), broadcast(second, y, x, c));
      }
    }
  }
}

MapValues elementwise(const Operation& op, const KernelInputs& inputs) {
  MapValues results(op.ofm.height, op.ofm.width, op.ofm.depth);
  std::fill(results.elements.begin(), results.elements.end(), inputs.function);
  combine_elements(inputs.ifm, results);
  combine_elements(inputs.ifm2, results);
  return results;
}

// Returns the results of a kernel for which the proof does not know what each result reads: a
// resize, or a pooling that finds the position of a maximum. Each result is assumed to depend on
// the whole map and on its own position.
MapValues resized(const Operation& op, const KernelInputs& inputs) {
  Value all = inputs.function;
  for (const Value element : inputs.ifm.elements) all = combined(all, element);
  MapValues results(op.ofm.height, op.ofm.width, op.ofm.depth);
  for (std::size_t i = 0; i < results.elements.size(); ++i) {
    results.elements[i] = combined(all, i + 1);
  }
  return results;
}

}  // namespace

MapValues kernel_values(const Operation& op, const KernelInputs& given) {
  if (op.type == OperationType::elementwise) return elementwise(op, given);
  if (op.type == OperationType::resize) return resized(op, given);
  const bool followed = op.pool != PoolMode::argmax_x && op.pool != PoolMode::argmax_y;
  if (op.type == OperationType::pool && !followed) return resized(op, given);
  KernelInputs inputs = given;
  if (op.ifm2_is_weights) take_weights(op, inputs);
  const MapValues seen = windows_of(op, reduces_depth(op) ? pixels_of(inputs.ifm) : inputs.ifm);
  MapValues results = windowed(op, inputs, seen);
  if (op.reads_ifm2 && !op.ifm2_is_weights) combine_elements(inputs.ifm2, results);
  return results;
}

}  // namespace spillway::ethosu::proof
