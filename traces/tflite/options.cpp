// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/options.h"

#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "traces/macs.h"
#include "traces/shape.h"
#include "traces/tflite/file.h"
#include "traces/window.h"

namespace spillway {
namespace {

constexpr const char* no_options = "has no options of its own type";
constexpr std::int64_t largest_extent = 1 << 30;

// The enumeration has the numbers of the format. Other numbers count as no activation.
Activation activation_of(tflite::ActivationFunctionType type) {
  static_assert(static_cast<int>(tflite::ActivationFunctionType::MAX) ==
                static_cast<int>(Activation::sign_bit));
  const bool known =
      type >= tflite::ActivationFunctionType::MIN && type <= tflite::ActivationFunctionType::MAX;
  return known ? static_cast<Activation>(type) : Activation::none;
}

template <typename Options>
std::string read_activation(const Options* options, Operator& op) {
  if (options != nullptr) op.activation = activation_of(options->fused_activation_function());
  return {};
}

PaddingScheme scheme_of(tflite::Padding padding) {
  return padding == tflite::Padding::SAME ? PaddingScheme::same : PaddingScheme::valid;
}

bool sound(std::int32_t kernel, std::int32_t stride, std::int32_t dilation) {
  return kernel > 0 && stride > 0 && dilation > 0 && stride < largest_extent &&
         std::int64_t{kernel} * dilation < largest_extent;
}

std::string check_window(const Window& window) {
  if (sound(window.kernel_h, window.stride_h, window.dilation_h) &&
      sound(window.kernel_w, window.stride_w, window.dilation_w)) {
    return {};
  }
  return fmt::format("has a kernel of {}x{} with strides {}x{} and dilations {}x{}",
                     window.kernel_h, window.kernel_w, window.stride_h, window.stride_w,
                     window.dilation_h, window.dilation_w);
}

// Returns an error message unless the output has one element for each position of the window over
// the input.
std::string check_extents(const Window& window, const Tensor& ifm, const Tensor& ofm) {
  const std::int32_t rows =
      window_outputs(height_of(ifm), window.extent_h(), window.stride_h, window.scheme);
  const std::int32_t columns =
      window_outputs(width_of(ifm), window.extent_w(), window.stride_w, window.scheme);
  if (rows == height_of(ofm) && columns == width_of(ofm)) return {};
  return fmt::format(
      "has shapes that do not belong together: its window has {}x{} positions, its tensor {}x{}",
      rows, columns, height_of(ofm), width_of(ofm));
}

std::string resolve_window(const Network& network, Operator& op) {
  const auto position = static_cast<std::size_t>(operand_positions(op.type).ifm);
  const Tensor* ifm = input_of(network, op, position);
  const Tensor* ofm = output_of(network, op);
  if (ifm == nullptr || ofm == nullptr || ifm->shape.size() != 4 || ofm->shape.size() != 4) {
    return "needs a four-dimensional input and output";
  }
  if (std::string problem = check_window(op.window); !problem.empty()) return problem;
  // Any extents of the output are valid: runtimes cut off the results that lie outside of the
  // output.
  if (op.type == OpType::transpose_conv) {
    resolve_transposed_padding(op.window, *ofm);
    return {};
  }
  resolve_padding(op.window, *ifm, *ofm);
  return check_extents(op.window, *ifm, *ofm);
}

template <typename Options>
void read_strides(const Options& options, Operator& op) {
  op.window.scheme = scheme_of(options.padding());
  op.window.stride_h = options.stride_h();
  op.window.stride_w = options.stride_w();
  op.activation = activation_of(options.fused_activation_function());
}

// Reads the kernel's height and width from the shape of the weights; returns an error message, or
// an empty text. This shape is [outputs, height, width, inputs per group]; for depthwise
// convolutions it is [1, height, width, outputs].
std::string read_kernel(const Network& network, Operator& op) {
  const Tensor* weights = input_of(network, op, 1);
  if (weights == nullptr || weights->shape.size() != 4) return "needs four-dimensional weights";
  op.window.kernel_h = height_of(*weights);
  op.window.kernel_w = width_of(*weights);
  if (std::string problem = resolve_window(network, op); !problem.empty()) return problem;
  const auto position = static_cast<std::size_t>(operand_positions(op.type).ifm);
  const std::int32_t inputs = channels_of(*input_of(network, op, position));
  const std::int32_t outputs = channels_of(*output_of(network, op));
  const bool depthwise = op.type == OpType::depthwise_conv_2d;
  const std::int32_t filters = depthwise ? channels_of(*weights) : weights->shape[0];
  const std::int32_t group = depthwise ? 1 : channels_of(*weights);
  if (filters == outputs && group > 0 && inputs % group == 0) return {};
  return fmt::format("has weights of {} filters over {} channels for {} outputs of {} inputs",
                     filters, group, outputs, inputs);
}

template <typename Options>
std::string read_dilated(const Options* options, const Network& network, Operator& op) {
  if (options == nullptr) return no_options;
  read_strides(*options, op);
  op.window.dilation_h = options->dilation_h_factor();
  op.window.dilation_w = options->dilation_w_factor();
  return read_kernel(network, op);
}

std::string read_transpose_conv(const tflite::TransposeConvOptions* options, const Network& network,
                                Operator& op) {
  if (options == nullptr) return no_options;
  read_strides(*options, op);
  return read_kernel(network, op);
}

std::string read_pool(const tflite::Operator& from, const Network& network, Operator& op) {
  const auto* options = from.builtin_options_as_Pool2DOptions();
  if (options == nullptr) return no_options;
  read_strides(*options, op);
  op.window.kernel_h = options->filter_height();
  op.window.kernel_w = options->filter_width();
  return resolve_window(network, op);
}

std::string read_fully_connected(const tflite::Operator& from, const Network& network,
                                 Operator& op) {
  const Tensor* ifm = input_of(network, op, 0);
  const Tensor* weights = input_of(network, op, 1);
  const Tensor* ofm = output_of(network, op);
  read_activation(from.builtin_options_as_FullyConnectedOptions(), op);
  if (ifm == nullptr || ofm == nullptr) return "needs an input and an output";
  if (weights == nullptr || weights->shape.size() != 2) return "needs two-dimensional weights";
  const std::int64_t inputs = weights->shape[1];
  const std::int64_t outputs = weights->shape[0];
  // The quotients are compared because products of the sizes in a malicious file could exceed 63
  // bits.
  const std::int64_t rows = inputs == 0 ? 0 : element_count(*ifm) / inputs;
  const bool whole = inputs > 0 && element_count(*ifm) % inputs == 0;
  if (whole && outputs > 0 && element_count(*ofm) % outputs == 0 &&
      element_count(*ofm) / outputs == rows) {
    return {};
  }
  return fmt::format("has weights of {}x{} for {} inputs and {} outputs", outputs, inputs,
                     element_count(*ifm), element_count(*ofm));
}

// Returns the first value of a constant integer operand, such as the axis of a split. Returns
// nullopt if the operand is no constant of type int32.
std::optional<std::int32_t> constant_scalar(const Tensor* tensor) {
  std::int32_t value = 0;
  if (tensor == nullptr || tensor->type != DataType::int32 || tensor->data.size < sizeof(value)) {
    return std::nullopt;
  }
  std::memcpy(&value, tensor->data.data, sizeof(value));
  return value;
}

// Sets the axis of `op`. A negative `axis` counts from the last dimension. `rank` is the number of
// dimensions of the tensor to which the axis belongs. Returns an error message if the tensor has no
// such axis; otherwise an empty text.
std::string set_axis(std::optional<std::int64_t> axis, std::size_t rank, Operator& op) {
  if (!axis) return {};
  const auto dimensions = static_cast<std::int64_t>(rank);
  if (*axis < -dimensions || *axis >= dimensions) {
    return fmt::format("has axis {} of a tensor with {} dimensions", *axis, rank);
  }
  op.axis = static_cast<std::int32_t>(*axis < 0 ? *axis + dimensions : *axis);
  return {};
}

std::size_t rank_of(const Tensor* tensor) { return tensor == nullptr ? 0 : tensor->shape.size(); }

template <typename Options>
std::string read_axis_option(const Options* options, std::size_t rank, Operator& op) {
  return options == nullptr ? no_options : set_axis(options->axis(), rank, op);
}

std::string read_axis(const tflite::Operator& from, const Network& network, Operator& op) {
  const std::size_t inputs = rank_of(input_of(network, op, 0));
  const std::size_t outputs = rank_of(output_of(network, op));
  switch (op.type) {
    case OpType::concatenation:
      read_activation(from.builtin_options_as_ConcatenationOptions(), op);
      return read_axis_option(from.builtin_options_as_ConcatenationOptions(), outputs, op);
    case OpType::pack:
      return read_axis_option(from.builtin_options_as_PackOptions(), outputs, op);
    case OpType::unpack:
      return read_axis_option(from.builtin_options_as_UnpackOptions(), inputs, op);
    case OpType::gather:
      if (const auto* options = from.builtin_options_as_GatherOptions()) {
        return set_axis(options->axis(), inputs, op);
      }
      return {};
    case OpType::split:
      return set_axis(constant_scalar(input_of(network, op, 0)), rank_of(input_of(network, op, 1)),
                      op);
    case OpType::split_v:
      return set_axis(constant_scalar(input_of(network, op, 2)), inputs, op);
    case OpType::arg_max:
    case OpType::arg_min:
      return set_axis(constant_scalar(input_of(network, op, 1)), inputs, op);
    // Operators such as softmax have no axis in their options and operands. The axis of such
    // operators is the last dimension.
    default:
      return inputs == 0 ? std::string{} : set_axis(-1, inputs, op);
  }
}

template <typename Options>
std::string read_resizing(const Options* options, Operator& op) {
  if (options == nullptr) return {};
  op.align_corners = options->align_corners();
  op.half_pixel_centers = options->half_pixel_centers();
  return {};
}

std::string read_strided_slice(const tflite::StridedSliceOptions* options, Operator& op) {
  if (options == nullptr) return {};
  op.begin_mask = options->begin_mask();
  op.ellipsis_mask = options->ellipsis_mask();
  op.new_axis_mask = options->new_axis_mask();
  op.shrink_axis_mask = options->shrink_axis_mask();
  return {};
}

std::string read_lstm(const tflite::Operator& from, Operator& op) {
  if (op.type_name == "LSTM") return read_activation(from.builtin_options_as_LSTMOptions(), op);
  const auto* options = from.builtin_options_as_UnidirectionalSequenceLSTMOptions();
  if (options == nullptr) return {};
  op.activation = activation_of(options->fused_activation_function());
  op.cell_clip = options->cell_clip();
  op.time_major = options->time_major();
  return {};
}

}  // namespace

std::string read_builtin_options(const tflite::Operator& from, const Network& network,
                                 Operator& op) {
  switch (op.type) {
    case OpType::conv_2d:
      return read_dilated(from.builtin_options_as_Conv2DOptions(), network, op);
    case OpType::depthwise_conv_2d:
      return read_dilated(from.builtin_options_as_DepthwiseConv2DOptions(), network, op);
    case OpType::transpose_conv:
      return read_transpose_conv(from.builtin_options_as_TransposeConvOptions(), network, op);
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      return read_pool(from, network, op);
    case OpType::fully_connected:
      return read_fully_connected(from, network, op);
    case OpType::add:
      return read_activation(from.builtin_options_as_AddOptions(), op);
    case OpType::sub:
      return read_activation(from.builtin_options_as_SubOptions(), op);
    case OpType::mul:
      return read_activation(from.builtin_options_as_MulOptions(), op);
    case OpType::svdf:
      return read_activation(from.builtin_options_as_SVDFOptions(), op);
    case OpType::lstm:
      return read_lstm(from, op);
    case OpType::resize_bilinear:
      return read_resizing(from.builtin_options_as_ResizeBilinearOptions(), op);
    case OpType::resize_nearest_neighbor:
      return read_resizing(from.builtin_options_as_ResizeNearestNeighborOptions(), op);
    case OpType::strided_slice:
      return read_strided_slice(from.builtin_options_as_StridedSliceOptions(), op);
    case OpType::leaky_relu:
      if (const auto* options = from.builtin_options_as_LeakyReluOptions()) {
        op.alpha = options->alpha();
      }
      return {};
    case OpType::concatenation:
    case OpType::pack:
    case OpType::unpack:
    case OpType::gather:
    case OpType::split:
    case OpType::split_v:
    case OpType::arg_max:
    case OpType::arg_min:
    case OpType::softmax:
    case OpType::log_softmax:
      return read_axis(from, network, op);
    default:
      return {};
  }
}

}  // namespace spillway
