// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/constant_values.h"
#include "hwmodels/ethosu/ops/operands.h"
#include "hwmodels/ethosu/ops/padded_shape.h"
#include "hwmodels/ethosu/ops/reduced_axes.h"
#include "hwmodels/ethosu/ops/transposition.h"
#include "planner/plan_network.h"
#include "traces/shape.h"

namespace spillway::ethosu {
namespace {

// Limits of Arm's public compiler (Vela 3.10, SUPPORTED_OPS.md).
constexpr std::int32_t max_kernel_height = 64;
constexpr std::int32_t max_kernel_area = 64 * 64;
constexpr std::int32_t max_stride = 3;
constexpr std::int32_t max_padded_pool = 8;
constexpr std::int32_t max_pool_height = 256;
constexpr std::int32_t max_pool_area = 256 * 256;
constexpr std::int32_t max_mean_width = 4096;
constexpr std::int32_t max_arg_max_depth = 127;

const Tensor& input_at(const Network& network, const Operator& op, std::size_t index) {
  return at(network.tensors, op.inputs[index]);
}

const Tensor& output_at(const Network& network, const Operator& op) {
  return at(network.tensors, op.outputs[0]);
}

bool same_type(const Network& network, const Operator& op) {
  return input_at(network, op, 0).type == output_at(network, op).type;
}

bool known_constant(const Network& network, const Operator& op, std::size_t index) {
  return index < op.inputs.size() && op.inputs[index] != no_tensor &&
         is_constant(input_at(network, op, index));
}

bool all_strides_fit(const Window& window) {
  return window.stride_h <= max_stride && window.stride_w <= max_stride;
}

// Whether the strides are within the limit. A larger horizontal stride is possible if the stride
// that remains after folding (stride_fold()) is within the limit. A stride has no effect if the
// output has a single row or column.
bool strides_fit(const Window& window, const Tensor& in, const Tensor& out) {
  const bool rows = height_of(out) == 1 || window.stride_h <= max_stride;
  const bool columns =
      width_of(out) == 1 || stride_fold(width_of(in), window.stride_w).stride <= max_stride;
  return rows && columns;
}

std::string kernel_reason(const Window& window) {
  if (window.extent_h() > max_kernel_height) return "kernel higher than 64";
  if (std::int64_t{window.extent_h()} * window.extent_w() > max_kernel_area) {
    return "kernel that covers more than 4096 elements";
  }
  return "";
}

std::string weights_reason(const Network& network, const Operator& op) {
  if (op.inputs.size() < 2 || !is_constant(input_at(network, op, 1))) {
    return "weights that are not constant";
  }
  const DataType type = input_at(network, op, 1).type;
  return type == DataType::int8 || type == DataType::uint8 ? "" : "weights of other than 8 bits";
}

std::string transposed_reason(const Network& network, const Operator& op) {
  const Window& window = op.window;
  const Tensor& in = input_at(network, op, op.inputs.size() > 2 ? 2 : 0);
  const Tensor& out = output_at(network, op);
  const bool square = window.stride_h == window.stride_w && window.stride_h <= 2;
  const bool flat =
      window.stride_w == 2 && window.stride_h == 1 && height_of(in) == 1 && window.kernel_h == 1;
  if (!square && !flat) return "transposed convolution of a stride other than 1x1 or 2x2";
  const auto grown = [&](std::int32_t extent, std::int32_t stride, std::int32_t kernel) {
    const bool valid = window.scheme == PaddingScheme::valid;
    return extent * stride + (valid ? std::max(kernel - stride, 0) : 0);
  };
  const bool fits = height_of(out) == grown(height_of(in), window.stride_h, window.kernel_h) &&
                    width_of(out) == grown(width_of(in), window.stride_w, window.kernel_w);
  return fits ? kernel_reason(window) : "an output that is no multiple of the input";
}

// Returns the reason why the NPU cannot run the groups of convolution `op`; empty if the NPU can.
// The weight tensor gives the number of input channels of a group. All groups together must cover
// the channels of the input, and every group must have the same number of output channels.
std::string groups_reason(const Network& network, const Operator& op) {
  const std::int32_t groups = convolution_groups(network, op);
  const std::int32_t taken = groups * channels_of(input_at(network, op, 1));
  if (groups < 1 || taken != channels_of(input_at(network, op, 0))) {
    return "input channels that are no multiple of the weights'";
  }
  const bool shared = channels_of(output_at(network, op)) % groups == 0;
  return shared ? "" : "output channels that are no multiple of the groups";
}

std::string convolution_reason(const Network& network, const Operator& op) {
  if (std::string reason = weights_reason(network, op); !reason.empty()) return reason;
  if (op.type == OpType::transpose_conv) return transposed_reason(network, op);
  const Tensor& in = input_at(network, op, 0);
  const Tensor& out = output_at(network, op);
  if (op.type == OpType::depthwise_conv_2d) {
    const std::int32_t channels = channels_of(in);
    if (channels != 1 && channels != channels_of(out)) return "depth multiplier above 1";
    if (!all_strides_fit(op.window)) return "stride above 3";
  } else if (!strides_fit(op.window, in, out)) {
    return "stride above 3";
  } else if (std::string reason = groups_reason(network, op); !reason.empty()) {
    return reason;
  }
  return kernel_reason(op.window);
}

// Returns the reason why the NPU cannot run a reshape; empty if the NPU can. A reshape cannot
// rescale values, and its shape must be known at compile time.
std::string reshape_reason(const Network& network, const Operator& op) {
  const Tensor& in = input_at(network, op, 0);
  const Tensor& out = output_at(network, op);
  if (in.scale != out.scale || in.zero_point != out.zero_point) {
    return "input and output of different scales";
  }
  if (element_count(in) != element_count(out)) return "input and output of different sizes";
  const bool computed =
      op.inputs.size() > 1 && op.inputs[1] != no_tensor && !known_constant(network, op, 1);
  return op.type == OpType::reshape && computed ? "a shape that is not constant" : "";
}

std::string pooling_reason(const Network& network, const Operator& op) {
  const Window& window = op.window;
  if (!same_type(network, op)) return "input and output of different types";
  const Tensor& in = input_at(network, op, 0);
  const bool average = op.type == OpType::average_pool_2d;
  const bool padded = window.scheme == PaddingScheme::same;
  const bool fits = average ? strides_fit(window, in, output_at(network, op)) &&
                                  (window.stride_w <= max_stride || !padded)
                            : all_strides_fit(window);
  if (!fits) return "stride above 3";
  if (average && padded) {
    const bool narrow = window.kernel_w <= max_padded_pool || window.stride_w == window.kernel_w;
    return narrow && window.kernel_h <= max_padded_pool ? "" : "padded window larger than 8x8";
  }
  if (window.kernel_h > max_pool_height) return "window higher than 256";
  const bool area_fits = std::int64_t{window.kernel_h} * window.kernel_w <= max_pool_area;
  return area_fits ? "" : "window of more than 65536 pixels";
}

// Whether `out` has 2, 4 or 8 times the height and width of `in`, after `less` has been subtracted
// from all four extents. `less` is 1 if the resize aligns corners, otherwise 0. If `less` is 1,
// returns false for an `in` with a single row or column.
bool multiplies(const Tensor& in, const Tensor& out, std::int32_t less) {
  const std::int32_t height = height_of(in) - less;
  const std::int32_t width = width_of(in) - less;
  if (height < 1 || width < 1) return false;
  for (const std::int32_t factor : {2, 4, 8}) {
    if (height_of(out) - less == height * factor && width_of(out) - less == width * factor) {
      return true;
    }
  }
  return false;
}

std::string resize_reason(const Network& network, const Operator& op) {
  const Tensor& in = input_at(network, op, 0);
  const Tensor& out = output_at(network, op);
  if (in.shape.size() != 4) return "resize of other than four dimensions";
  if (op.align_corners && op.half_pixel_centers) return "aligned corners and half-pixel centres";
  const bool pixel = height_of(in) == 1 && width_of(in) == 1;
  if (!pixel && in.shape != out.shape && !multiplies(in, out, op.align_corners ? 1 : 0)) {
    return "resize by other than 2, 4 or 8";
  }
  const bool doubled = height_of(out) == 2 * height_of(in) && width_of(out) == 2 * width_of(in);
  const bool centres = op.type == OpType::resize_bilinear && op.half_pixel_centers;
  return centres && !pixel && !doubled ? "half-pixel centres and resize by other than 2" : "";
}

bool counts_from_end(const Network& network, const Operator& op) {
  if (op.inputs.size() < 2 || op.inputs[1] == no_tensor) return false;
  const std::vector<std::int32_t> axes = constant_values(input_at(network, op, 1));
  return std::any_of(axes.begin(), axes.end(), [](std::int32_t axis) { return axis < 0; });
}

// Returns the reason why the NPU cannot compute a mean; empty if the NPU can. The NPU computes
// means over height and width of any map, and over both dimensions of a matrix. The NPU computes
// means over the channels of a map only if the height, the width or the number of channels is 1.
std::string mean_reason(const Network& network, const Operator& op) {
  const Tensor& in = input_at(network, op, 0);
  const std::size_t rank = in.shape.size();
  if (rank < 2) return "mean of fewer than two dimensions";
  if (in.type == DataType::int32) return "int32 data";
  if (counts_from_end(network, op)) return "an axis that counts from the end";
  std::int64_t product = 1;
  for (const std::int32_t axis : reduced_axes(network, op, rank)) {
    const auto dimension = static_cast<std::size_t>(axis);
    product *= at(in.shape, axis);
    if (rank == 4 && dimension == 0 && at(in.shape, axis) != 1) return "mean over the batch";
    if (dimension + 1 != rank || rank == 2) continue;
    const bool folds = height_of(in) == 1 || width_of(in) == 1 || channels_of(in) == 1;
    if (!folds) return "mean over channels of a map of several rows and columns";
    if (channels_of(in) > max_mean_width) return "mean over more than 4096 channels";
  }
  const std::int64_t most = in.type == DataType::int16   ? std::int64_t{1} << 16
                            : in.type == DataType::uint8 ? std::int64_t{1} << 23
                                                         : std::int64_t{1} << 24;
  if (product > most) return "mean over too many elements";
  const std::int32_t width = in.shape[rank < 4 ? 1 : 2];
  return width <= max_mean_width ? "" : "mean over a map wider than 4096";
}

// Returns the reason why the NPU cannot run an operator with two operands; empty if the NPU can.
// One operand must have the shape of the result. In every dimension, the extent of the other
// operand must be equal or 1.
std::string elementwise_reason(const Network& network, const Operator& op) {
  if (op.inputs.size() < 2) return "an absent operand";
  const Tensor& first = input_at(network, op, 0);
  const Tensor& second = input_at(network, op, 1);
  const Tensor& out = output_at(network, op);
  if (first.shape != out.shape && second.shape != out.shape) return "broadcast of both operands";
  const std::size_t rank = std::min(first.shape.size(), second.shape.size());
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int32_t a = dimension_from_end(first, i);
    const std::int32_t b = dimension_from_end(second, i);
    if (a != b && a != 1 && b != 1) return "operands of shapes that do not broadcast";
  }
  if (op.type == OpType::squared_difference || op.type == OpType::prelu) return "";
  if (first.type != second.type) return "operands of different types";
  if (op.type == OpType::minimum || op.type == OpType::maximum) {
    const auto alike = [&](const Tensor& in) {
      return in.scale == out.scale && in.zero_point == out.zero_point && in.type == out.type;
    };
    if (!alike(first) || !alike(second)) return "operands and result of different scales";
    return "";
  }
  const bool is_unsigned = first.type == DataType::uint8;
  if (is_unsigned && out.type != first.type && out.type != DataType::int32) {
    return "a signed result of unsigned operands";
  }
  return !is_unsigned && out.type == DataType::uint8 ? "an unsigned result of signed operands" : "";
}

std::string unary_reason(const Network& network, const Operator& op) {
  const DataType type = input_at(network, op, 0).type;
  if (!same_type(network, op)) return "input and output of different types";
  if (op.type == OpType::hard_swish && type != DataType::int8 && type != DataType::uint8) {
    return std::string(data_type_name(type)) + " data";
  }
  if (op.type == OpType::exp && type != DataType::int8 && type != DataType::int16) {
    return std::string(data_type_name(type)) + " data";
  }
  return "";
}

// Returns the reason why the NPU cannot pad; empty if the NPU can. Vela 5.0 pads along all axes: it
// copies the map into the result and fills the border. Vela 3.10 pads rows and columns only.
std::string pad_reason(const Network& network, const Operator& op, CompilerRules rules) {
  if (op.inputs.size() != 2 || !known_constant(network, op, 1)) {
    return "padding that is not constant";
  }
  const std::vector<std::int32_t> amounts = constant_values(input_at(network, op, 1));
  if (!padding_makes_output(input_at(network, op, 0).shape, amounts,
                            output_at(network, op).shape)) {
    return "padding that does not make the output";
  }
  if (rules == CompilerRules::vela_5_0) return "";
  if (amounts.size() != 6 && amounts.size() != 8) return "padding of other than 3 or 4 dimensions";
  const bool channels = amounts[amounts.size() - 1] != 0 || amounts[amounts.size() - 2] != 0;
  const bool batches = amounts.size() == 8 && (amounts[0] != 0 || amounts[1] != 0);
  return channels || batches ? "padding of other than height and width" : "";
}

std::string slice_reason(const Network& network, const Operator& op) {
  const std::size_t parameters = op.type == OpType::slice ? 3 : 4;
  if (op.inputs.size() < parameters) return "an absent operand";
  for (std::size_t i = 1; i < parameters; ++i) {
    if (!known_constant(network, op, i)) return "bounds that are not constant";
  }
  if (op.type == OpType::slice) return "";
  const std::vector<std::int32_t> steps = constant_values(input_at(network, op, 3));
  if (std::any_of(steps.begin(), steps.end(), [](std::int32_t step) { return step != 1; })) {
    return "steps of other than 1";
  }
  if (op.ellipsis_mask != 0) return "an ellipsis";
  return op.new_axis_mask != 0 && op.shrink_axis_mask != 0 ? "axes both added and taken out" : "";
}

std::string transpose_reason(const Network& network, const Operator& op) {
  if (!known_constant(network, op, 1)) return "a permutation that is not constant";
  const bool exchange =
      transposed_shape(input_at(network, op, 0).shape, constant_values(input_at(network, op, 1)))
          .has_value();
  return exchange ? "" : "a permutation of other than two neighbouring dimensions";
}

std::string arg_max_reason(const Network& network, const Operator& op) {
  const Tensor& in = input_at(network, op, 0);
  if (in.type != DataType::int8 && in.type != DataType::uint8) {
    return std::string(data_type_name(in.type)) + " data";
  }
  const DataType out = output_at(network, op).type;
  if (out != DataType::int32 && out != DataType::int64) {
    return "a result of other than 32 or 64 bits";
  }
  if (static_cast<std::size_t>(op.axis) + 1 != in.shape.size()) return "other than over channels";
  return channels_of(in) <= max_arg_max_depth ? "" : "more than 127 channels";
}

std::string lstm_reason(const Network& network, const Operator& op) {
  constexpr std::size_t operands = 24;
  const Tensor& in = input_at(network, op, 0);
  if (op.type_name == "LSTM") return "no such operation";
  if (op.inputs.size() != operands) return "other than 24 operands";
  if (in.type != DataType::int8 && in.type != DataType::int16) {
    return std::string(data_type_name(in.type)) + " data";
  }
  if (in.shape.size() != 3) return "an input of other than three dimensions";
  const auto any = [&](std::size_t begin, std::size_t end, bool present) {
    for (std::size_t i = begin; i < end; ++i) {
      if ((op.inputs[i] != no_tensor) == present) return true;
    }
    return false;
  };
  if (any(9, 12, true)) return "peephole connections";
  if (any(16, 18, true)) return "a projection";
  if (any(20, 24, true)) return "normalisation";
  if (any(1, 9, false)) return "coupled gates";
  if (any(18, 20, false)) return "absent states";
  const auto is_state = [&](std::size_t i) {
    return input_at(network, op, i).kind == TensorKind::variable;
  };
  return is_state(18) && is_state(19) ? "" : "states that are no variables";
}

std::string softmax_reason(const Network& network, const Operator& op) {
  if (!same_type(network, op)) return "input and output of different types";
  const Tensor& in = input_at(network, op, 0);
  if (in.shape != output_at(network, op).shape) return "input and output of different shapes";
  return in.type == DataType::int32 ? "int32 data" : "";
}

std::string without_limits(const Network& /*network*/, const Operator& /*op*/) { return ""; }

using KindReason = std::string (*)(const Network& network, const Operator& op);

// Returns the function that checks the limits of a type of operator; null if the NPU cannot run
// operators of this type.
KindReason reason_of(OpType type) {
  if (is_one_of(type, {OpType::conv_2d, OpType::depthwise_conv_2d, OpType::transpose_conv})) {
    return convolution_reason;
  }
  if (type == OpType::fully_connected) return weights_reason;
  if (is_one_of(type, {OpType::reshape, OpType::squeeze, OpType::expand_dims})) {
    return reshape_reason;
  }
  if (is_one_of(type, {OpType::average_pool_2d, OpType::max_pool_2d})) {
    return pooling_reason;
  }
  if (type == OpType::mean) return mean_reason;
  if (is_one_of(type, {OpType::resize_bilinear, OpType::resize_nearest_neighbor})) {
    return resize_reason;
  }
  if (is_one_of(type, {OpType::add, OpType::sub, OpType::mul, OpType::minimum, OpType::maximum,
                       OpType::squared_difference, OpType::prelu})) {
    return elementwise_reason;
  }
  if (is_one_of(type, {OpType::abs, OpType::leaky_relu, OpType::hard_swish, OpType::exp})) {
    return unary_reason;
  }
  if (type == OpType::softmax) return softmax_reason;
  if (is_one_of(type, {OpType::concatenation, OpType::pack, OpType::split, OpType::split_v,
                       OpType::unpack})) {
    return parts_reason;
  }
  if (is_one_of(type, {OpType::slice, OpType::strided_slice})) {
    return slice_reason;
  }
  if (type == OpType::transpose) return transpose_reason;
  if (type == OpType::arg_max) return arg_max_reason;
  if (type == OpType::lstm) return lstm_reason;
  // PAD gets no limits here, because kind_reason() itself checks PAD with pad_reason().
  if (is_one_of(type, {OpType::pad, OpType::relu, OpType::relu6, OpType::relu_n1_to_1,
                       OpType::relu_0_to_1, OpType::logistic, OpType::tanh, OpType::quantize,
                       OpType::shape})) {
    return without_limits;
  }
  return nullptr;
}

}  // namespace

bool has_npu_operation(const Operator& op) { return reason_of(op.type) != nullptr; }

std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules) {
  if (op.type == OpType::pad) return pad_reason(network, op, rules);
  const KindReason reason = reason_of(op.type);
  return reason != nullptr ? reason(network, op) : "";
}

}  // namespace spillway::ethosu
