// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_kernels.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

constexpr std::int64_t most_threads = 64;

std::int32_t within(const CompiledOptions& options, const char* what, std::int64_t value,
                    std::int64_t most) {
  if (value < 1 || value > most) options.reject(fmt::format("{} of {}", what, value));
  return static_cast<std::int32_t>(value);
}

/// Returns an option that consists of a number for rows and a number for columns; {1, 1} if the
/// operator does not have the option. The numbers are a list under `key`, or stand under the keys
/// `rows` and `columns`.
std::array<std::int32_t, 2> pair_of(const CompiledOptions& options, const char* key,
                                    const char* rows, const char* columns) {
  std::vector<std::int64_t> pair = {1, 1};
  if (options.has(key)) {
    pair = options.integers(key);
  } else if (options.has(rows) && options.has(columns)) {
    pair = {options.integer(rows), options.integer(columns)};
  }
  if (pair.size() != 2) options.reject(fmt::format("its option '{}' is no pair", key));
  return {within(options, key, pair[0], most_taps), within(options, key, pair[1], most_taps)};
}

/// Returns the image of an operand. If `bits`, each bit of the tensor is the sign of one value and
/// counts as a channel.
Image image_of_operand(const Tensor& tensor, const Shape& shape, bool bits) {
  Image image = image_of(shape);
  if (bits) {
    image.channels =
        static_cast<std::int32_t>(8 * tensor.bytes / std::max<std::int64_t>(1, image.pixels()));
  }
  return image;
}

/// Returns the work of each thread: the region of the image that the options give to the thread, or
/// an equal share if the options contain no regions. Each thread computes all groups of channels.
std::vector<ConvWork> work_of(const CompiledOptions& options, const Image& y) {
  const CompiledOptions::ThreadPlan plan = options.thread_plan();
  const auto groups = static_cast<std::int32_t>(ceil_div(y.channels, group_outputs));
  if (plan.regions.empty()) {
    return split_image(y.rows, y.columns, groups,
                       within(options, "a number of threads", plan.threads, most_threads));
  }
  std::vector<ConvWork> works;
  std::int64_t pixels = 0;
  for (const std::vector<std::int64_t>& region : plan.regions) {
    const bool inside = region[0] >= 0 && region[1] >= 0 && region[2] >= 0 && region[3] >= 0 &&
                        region[0] <= y.rows && region[2] <= y.rows - region[0] &&
                        region[1] <= y.columns && region[3] <= y.columns - region[1];
    if (!inside) options.reject("a thread works outside of its output");
    const auto top = static_cast<std::int32_t>(region[0]);
    const auto left = static_cast<std::int32_t>(region[1]);
    works.push_back({{top, top + static_cast<std::int32_t>(region[2])},
                     {left, left + static_cast<std::int32_t>(region[3])},
                     {0, groups}});
    pixels += works.back().pixels();
  }
  if (pixels != y.pixels()) {
    options.reject(
        fmt::format("its threads compute {} pixels, its output has {}", pixels, y.pixels()));
  }
  return works;
}

/// Sets the distances in bytes between the taps of a window and between windows. `pixel` is the
/// number of bytes per pixel of the image `x`.
void set_steps(const CompiledOptions& options, const Image& x, std::int64_t pixel,
               const std::array<std::int32_t, 2>& stride, Convolution& conv) {
  const std::int64_t row = pixel * x.columns;
  conv.planned = true;
  conv.tap_step = options.step(pixel);
  conv.tap_row_step = options.step(row);
  conv.row_step = options.step(row * stride[0]);
  conv.pixel_step = options.step(pixel * stride[1]);
}

void set_output(const CompiledOptions& options, const Image& y, Convolution& conv) {
  within(options, "a window in bytes",
         std::int64_t{conv.kernel_h} * conv.kernel_w * std::max(1, conv.tap_bytes), most_step);
  conv.outputs = y.channels;
  conv.out_pixel_step = conv.output_bytes(y.channels);
  conv.out_row_step = options.step(std::int64_t{y.columns} * conv.out_pixel_step);
  conv.threads = work_of(options, y);
}

enum class Planned : std::uint8_t { deep, shallow, point, depthwise };

/// Sets rows and columns of a window from the shape of the weights. Kernels with few input channels
/// (`shallow`) store a row of weights as one vector. So for these kernels, the number of columns
/// cannot be found from the shape.
void set_window(const CompiledOptions& options, const Shape& weights, Planned kind,
                Convolution& conv) {
  const std::size_t first = kind == Planned::depthwise ? 0 : 1;
  if (kind == Planned::point) return;
  if (weights.size() < first + 2) options.reject("weights that do not say the window");
  conv.kernel_h = within(options, "a window", weights[first], most_taps);
  if (kind != Planned::shallow) {
    conv.kernel_w = within(options, "a window", weights[first + 1], most_taps);
  }
}

KernelSpec convolution(const Network& network, const Operator& op, Planned kind) {
  const CompiledOptions options(network, op);
  const Image x = image_of(input_shape(network, op, 0));
  const Image y = image_of(output_shape(network, op, 0));
  Convolution conv;
  set_steps(options, x, x.channels, pair_of(options, "stride", "stride_h", "stride_w"), conv);
  set_window(options, input_shape(network, op, 1), kind, conv);
  conv.tap_bytes = x.channels;
  if (kind == Planned::depthwise) {
    conv.kind = ConvKind::depthwise;
    conv.tap_bytes = group_outputs;
  } else if (kind == Planned::shallow) {
    conv.tap_bytes = vector_bytes;
  }
  set_output(options, y, conv);
  return conv;
}

/// Returns the kernel of a fully connected layer. The kernel computes all outputs of one pixel; the
/// threads share the groups of channels.
KernelSpec fully_connected(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const std::int64_t inputs = elements_of(input_shape(network, op, 0));
  const std::int64_t outputs = elements_of(output_shape(network, op, 0));
  Convolution conv;
  conv.planned = true;
  conv.tap_bytes = within(options, "a row of weights", inputs, most_step);
  conv.outputs = within(options, "outputs", outputs, most_step);
  conv.out_pixel_step = conv.outputs;
  const std::int64_t threads = options.thread_plan().threads;
  conv.threads = split_image(1, 1, static_cast<std::int32_t>(ceil_div(outputs, group_outputs)),
                             within(options, "a number of threads", threads, most_threads));
  return conv;
}

/// Returns the kernel of a binary convolution. The option `K` has outputs, kernel rows, kernel
/// columns and inputs. If `gathers`, the kernel takes any number of inputs, and copies each window
/// to scratch first.
KernelSpec binary_convolution(const Network& network, const Operator& op, bool bits, bool gathers) {
  const CompiledOptions options(network, op);
  const std::vector<std::int64_t> shape = options.integers("K");
  if (shape.size() != 4) options.reject("its option 'K' has no four numbers");
  const Image x =
      image_of_operand(at(network.tensors, op.inputs[0]), input_shape(network, op, 0), true);
  const Image y =
      image_of_operand(at(network.tensors, op.outputs[0]), output_shape(network, op, 0), bits);
  Convolution conv;
  conv.kind = gathers ? ConvKind::indirect : ConvKind::direct;
  conv.transform = bits ? OutputTransform::bits : OutputTransform::clamped;
  conv.kernel_h = within(options, "a window", shape[1], most_taps);
  conv.kernel_w = within(options, "a window", shape[2], most_taps);
  conv.tap_bytes = std::max(1, x.channels / 8);
  set_steps(options, x, conv.tap_bytes, pair_of(options, "stride", "stride_h", "stride_w"), conv);
  set_output(options, y, conv);
  return conv;
}

/// Returns rows and columns of the window of a pool of 2019. These pools have no options, and their
/// windows do not overlap: the size of the window, which is also its stride, is the size of the
/// input divided by that of the output.
std::array<std::int32_t, 2> whole_steps(const CompiledOptions& options, const Image& x,
                                        const Image& y) {
  return {within(options, "a window", x.rows / std::max(1, y.rows), most_taps),
          within(options, "a window", x.columns / std::max(1, y.columns), most_taps)};
}

KernelSpec pool(const Network& network, const Operator& op, Cost tap) {
  const CompiledOptions options(network, op);
  const Image x = image_of(input_shape(network, op, 0));
  const Image y = image_of(output_shape(network, op, 0));
  std::array<std::int32_t, 2> window = pair_of(options, "pool", "pool_h", "pool_w");
  std::array<std::int32_t, 2> stride = pair_of(options, "stride", "stride_h", "stride_w");
  if (!options.has("pool") && !options.has("pool_h")) window = stride = whole_steps(options, x, y);
  Convolution conv;
  conv.kind = ConvKind::depthwise;
  conv.kernel_h = window[0];
  conv.kernel_w = window[1];
  conv.tap_bytes = group_outputs;
  set_steps(options, x, x.channels, stride, conv);
  set_output(options, y, conv);
  return MaxPoolKernel{conv, tap};
}

KernelSpec global_pool(const Network& network, const Operator& op) {
  const Image x = image_of(input_shape(network, op, 0));
  const auto groups = static_cast<double>(ceil_div(x.channels, group_outputs));
  return StreamKernel{SlotSum()
                          .add(Cost::copy_call)
                          .add(Cost::global_pool_group, groups)
                          .add(Cost::global_pool_pixel, groups * static_cast<double>(x.pixels()))};
}

KernelSpec elements(const Network& network, const Operator& op, Cost cost, std::int64_t at_once) {
  const auto count =
      static_cast<double>(ceil_div(elements_of(input_shape(network, op, 0)), at_once));
  return StreamKernel{SlotSum().add(Cost::copy_call).add(cost, count)};
}

/// Returns the kernel of a float operator of 2023. Weights are floats, or three bytes each if their
/// tensor has type byte. For every output pixel of a convolution, the kernel uses every weight
/// once. For every input pixel of a transposed convolution, the kernel is assumed to use half of
/// the weights.
KernelSpec float_kernel(const Network& network, const Operator& op, bool transposed) {
  const Tensor& weights = at(network.tensors, op.inputs[1]);
  constexpr Bytes packed = 3, whole = 4;
  const Bytes elements = weights.bytes / (weights.type == DataType::float32 ? whole : packed);
  const auto count = static_cast<double>(elements);
  const bool dense = op.type_name == "XC_beta_fcf32";
  const Image image =
      image_of(transposed ? input_shape(network, op, 0) : output_shape(network, op, 0));
  const double pixels = dense ? 1 : static_cast<double>(image.pixels());
  const double macs = pixels * count / (transposed ? 2 : 1);
  return StreamKernel{SlotSum().add(Cost::copy_call).add(Cost::float_mac, macs)};
}

}  // namespace

KernelSpec planned_pool(const Network& network, const Operator& op) {
  return pool(network, op, Cost::planned_maxpool_tap);
}

std::optional<KernelSpec> planned_kernel(const Network& network, const Operator& op) {
  const std::string_view type = op.type_name;
  // Names of 2019 have a suffix for the form of input and output, such as
  // XC_fc_deepin_shallowout_final. So some names are only compared at their beginning.
  const auto begins = [type](std::string_view name) { return type.substr(0, name.size()) == name; };
  if (begins("XC_conv2d_deep")) return convolution(network, op, Planned::deep);
  if (begins("XC_conv2d_shallowin")) return convolution(network, op, Planned::shallow);
  if (type == "XC_conv2d_1x1") return convolution(network, op, Planned::point);
  if (type == "XC_conv2d_depthwise") return convolution(network, op, Planned::depthwise);
  if (type == "XC_fc" || begins("XC_fc_deep")) return fully_connected(network, op);
  if (type == "XC_bconv2d_bin") return binary_convolution(network, op, true, true);
  if (type == "XC_bconv2d_bin_DI") return binary_convolution(network, op, true, false);
  if (type == "XC_bconv2d_int8") return binary_convolution(network, op, false, true);
  if (type == "XC_bconv2d_int8_DIDO") return binary_convolution(network, op, false, false);
  if (type == "XC_maxpool2d_deep") return pool(network, op, Cost::planned_maxpool_tap);
  if (type == "XC_avgpool2d_deep") return pool(network, op, Cost::planned_avgpool_tap);
  if (type == "XC_avgpool2d") return pool(network, op, Cost::planned_avgpool_tap);
  if (type == "XC_avgpool2d_global") return global_pool(network, op);
  if (type == "XC_bsign_8") return elements(network, op, Cost::sign_vector, vector_bytes);
  if (type == "XC_beta_fcf32" || type == "XC_beta_convf32") return float_kernel(network, op, false);
  if (type == "XC_beta_transposeconvf32") return float_kernel(network, op, true);
  if (type == "XC_argmax_16") return elements(network, op, Cost::argmax_element, 1);
  if (type == "XC_requantize_16_to_8") {
    return elements(network, op, Cost::requantize_vector, group_outputs);
  }
  return std::nullopt;
}

}  // namespace spillway::xcore
