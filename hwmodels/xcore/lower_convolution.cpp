// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "hwmodels/xcore/lowering.h"
#include "hwmodels/xcore/weights.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

constexpr std::int64_t channelwise_split_size = 100'000;  // xcore-conv-channelwise-split-size

/// What all convolutions share, whatever the source operator was.
struct ConvJob {
  const Operator* source = nullptr;
  OpType type = OpType::conv_2d;  // or depthwise_conv_2d
  std::string name;
  std::string part;  // of the source's constants, where it becomes several convolutions
  Value x;           // channels already a multiple of `multiple`
  Value y;           // rank 4
  Window window;
  std::int32_t multiple = 4;  // of channels: 4 for int8, 16 for int16
  std::int64_t macs = 0;
  bool channelwise = false;         // output transform with a shift per channel
  bool reference = false;           // TFLM's kernel; the gate comes after padding and splitting
  TensorIndex partial = no_tensor;  // transpose convolutions add to an earlier output
};

Window valid(Window window) {
  window.pad_top = window.pad_bottom = window.pad_left = window.pad_right = 0;
  window.scheme = PaddingScheme::valid;
  return window;
}

std::int32_t round_up(std::int32_t value, std::int32_t multiple) {
  return static_cast<std::int32_t>(ceil_div(value, multiple)) * multiple;
}

/// Bytes of the window that the im2col kernel gathers; 0 = the kernel reads in place.
Bytes scratch_per_thread(const ConvJob& job, bool int16) {
  const std::int32_t inputs = image_of(job.x.shape).channels;
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const bool direct = inputs % vector_bytes == 0 && outputs % group_outputs == 0;
  if (int16 || direct || job.type == OpType::depthwise_conv_2d) return 0;
  const std::int32_t window = job.window.kernel_h * job.window.kernel_w * inputs;
  return round_up(window, vector_bytes) + vector_bytes;
}

TensorIndex add_weights(Lowering& lowering, const ConvJob& job, bool int16) {
  const std::int32_t inputs = image_of(job.x.shape).channels;
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const std::int64_t taps = std::int64_t{job.window.kernel_h} * job.window.kernel_w;
  const bool depthwise = job.type == OpType::depthwise_conv_2d;
  const Bytes bytes =
      depthwise ? depthwise_weight_bytes(outputs, taps) : conv_weight_bytes(outputs, taps * inputs);
  const TensorIndex weights =
      lowering.add_shared_constant(*job.source, job.part + "/weights", TensorKind::weight, bytes);
  if (!int16) return weights;
  const TensorIndex expanded =
      lowering.add_tensor(job.name + "/weights16", DataType::int8,
                          {static_cast<std::int32_t>(2 * bytes)}, TensorKind::activation);
  lowering.add(OpType::custom, "XC_expand_8_to_16", {{weights, lowering.tensor(weights).shape}},
               {expanded, lowering.tensor(expanded).shape});
  return expanded;
}

void add_reference(Lowering& lowering, const ConvJob& job) {
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const bool depthwise = job.type == OpType::depthwise_conv_2d;
  const Bytes taps = Bytes{job.window.kernel_h} * job.window.kernel_w;
  const Bytes bytes = outputs * taps * (depthwise ? 1 : image_of(job.x.shape).channels);
  const TensorIndex weights =
      lowering.add_shared_constant(*job.source, job.part + "/weights", TensorKind::weight, bytes);
  const TensorIndex bias = lowering.add_shared_constant(
      *job.source, job.part + "/bias", TensorKind::bias, Bytes{sizeof(std::int32_t)} * outputs);
  Operator& op =
      lowering.add(job.type, depthwise ? "DEPTHWISE_CONV_2D" : "CONV_2D", {job.x}, job.y);
  op.inputs.insert(op.inputs.end(), {weights, bias});
  op.window = valid(job.window);
  op.macs = job.macs;
}

/// One XC_conv2d_v2: x, weights, multipliers and biases, partial output, scratch.
void add_kernel(Lowering& lowering, const ConvJob& job) {
  if (job.reference) return add_reference(lowering, job);
  const bool int16 = lowering.tensor(job.x.tensor).type == DataType::int16;
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const TensorIndex weights = add_weights(lowering, job, int16);
  const TensorIndex bias = lowering.add_shared_constant(
      *job.source, job.part + "/mulbias", TensorKind::bias,
      int16 ? multiplier_bias_bytes_i16(outputs) : multiplier_bias_bytes(outputs, job.channelwise));
  const Bytes scratch_bytes = scratch_per_thread(job, int16) * lowering.options().threads;
  const TensorIndex scratch =
      scratch_bytes == 0
          ? no_tensor
          : lowering.add_constant(job.name + "/scratch", TensorKind::scratch, scratch_bytes);
  Operator& op = lowering.add(job.type, "XC_conv2d_v2", {job.x}, job.y);
  op.inputs.insert(op.inputs.end(), {weights, bias, job.partial, scratch});
  op.window = valid(job.window);
  op.macs = job.macs;
}

/// Large layers are cut into channel ranges, so that the weights of one fit into the arena.
void add_split(Lowering& lowering, const ConvJob& job, std::int64_t parts) {
  const Shape shape = job.y.shape;
  const std::int32_t outputs = shape.back();
  const std::int32_t size = static_cast<std::int32_t>(outputs / parts) / 4 * 4;
  const DataType type = lowering.tensor(job.y.tensor).type;
  std::vector<Value> pieces;
  for (std::int64_t i = 0; i < parts; ++i) {
    ConvJob part = job;
    part.part = job.part + "/part" + std::to_string(i);
    part.name = job.name + "/part" + std::to_string(i);
    part.y.shape.back() = i == 0 ? outputs - size * static_cast<std::int32_t>(parts - 1) : size;
    part.y.tensor = lowering.add_tensor(part.name, type, part.y.shape, TensorKind::activation);
    part.macs = job.macs * part.y.shape.back() / outputs;
    add_kernel(lowering, part);
    pieces.push_back(part.y);
  }
  add_concat(lowering, pieces, static_cast<std::int32_t>(shape.size()) - 1, job.y);
}

void add_whole(Lowering& lowering, const ConvJob& job) {
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const std::int64_t weights = std::int64_t{outputs} * job.window.kernel_h * job.window.kernel_w *
                               image_of(job.x.shape).channels;
  const std::int64_t parts = std::min<std::int64_t>(weights / channelwise_split_size, outputs / 4);
  if (job.type == OpType::conv_2d && parts >= 2) {
    add_split(lowering, job, parts);
  } else {
    add_kernel(lowering, job);
  }
}

/// Output channels come in multiples; the surplus is sliced off.
void add_sliced(Lowering& lowering, const ConvJob& job) {
  const std::int32_t channels = job.y.shape.back();
  const std::int32_t padded = round_up(channels, job.multiple);
  if (padded == channels) return add_whole(lowering, job);
  ConvJob wide = job;
  wide.y.shape.back() = padded;
  wide.y.tensor = lowering.add_tensor(job.name + "/padded", lowering.tensor(job.y.tensor).type,
                                      wide.y.shape, TensorKind::activation);
  add_whole(lowering, wide);
  add_slice(lowering, wide.y, Shape(job.y.shape.size(), 0), job.y);
}

std::int32_t channel_multiple(const Tensor& tensor) {
  return tensor.type == DataType::int16 ? group_outputs : 4;
}

bool supported(const Tensor& tensor) {
  return tensor.type == DataType::int8 || tensor.type == DataType::int16;
}

/// Channel padding comes before spatial padding.
void add_padded(Lowering& lowering, ConvJob job) {
  job.multiple = channel_multiple(lowering.tensor(job.x.tensor));
  job.x = pad_channels(lowering, job.x, job.multiple, job.name);
  job.x = pad_image(lowering, job.x, job.window, job.name);
  add_sliced(lowering, job);
}

}  // namespace

bool folds_reshapes(const Lowering& lowering, const Operator& op) {
  const Tensor& x = lowering.source().tensors[static_cast<std::size_t>(op.inputs[0])];
  if (!supported(x) || lowering.is_reference(op)) return false;
  if (op.type == OpType::fully_connected) return true;
  if (op.type == OpType::depthwise_conv_2d) {
    return x.shape.back() ==
           lowering.source().tensors[static_cast<std::size_t>(op.outputs[0])].shape.back();
  }
  return op.type == OpType::conv_2d || op.type == OpType::average_pool_2d;
}

void lower_convolution(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const bool depthwise = op.type == OpType::depthwise_conv_2d;
  // Depth multipliers, int16 depthwise layers and several images at once have no kernel in the XMOS
  // runtime.
  const bool multiplied = depthwise && x.shape.back() != y.shape.back();
  const bool wide = depthwise && lowering.tensor(x.tensor).type == DataType::int16;
  if (!supported(lowering.tensor(x.tensor)) || multiplied || wide || x.shape.front() != 1) {
    return lowering.keep(op);
  }
  ConvJob job;
  job.source = &op;
  job.type = op.type;
  job.name = op.name;
  job.x = x;
  job.y = y;
  job.window = op.window;
  job.macs = op.macs;
  job.channelwise = lowering.is_channelwise(op);
  job.reference = lowering.is_reference(op);
  add_padded(lowering, job);
}

void lower_fully_connected(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const Tensor& weights = lowering.tensor(op.inputs[1]);
  if (!supported(lowering.tensor(x.tensor)) || !is_constant(weights)) return lowering.keep(op);
  const std::int32_t outputs = weights.shape[0], inputs = weights.shape[1];
  const auto rows = static_cast<std::int32_t>(elements_of(x.shape) / inputs);
  ConvJob job;
  job.source = &op;
  job.name = op.name;
  job.x = {x.tensor, {1, 1, rows, inputs}};
  job.y = {y.tensor, {1, 1, rows, outputs}};
  job.macs = op.macs;
  job.channelwise = lowering.is_channelwise(op);
  job.reference = lowering.is_reference(op);
  add_padded(lowering, job);
}

void lower_average_pool(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0);
  const bool int8 = lowering.tensor(x.tensor).type == DataType::int8;
  if (!int8 || x.shape.front() != 1) return lowering.keep(op);
  ConvJob job;
  job.source = &op;
  job.type = OpType::depthwise_conv_2d;
  job.name = op.name;
  job.x = x;
  job.y = lowering.output(op, 0);
  job.window = op.window;
  job.macs = elements_of(job.y.shape) * op.window.kernel_h * op.window.kernel_w;
  add_padded(lowering, job);
}

void lower_max_pool(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const Window& window = op.window;
  const bool padded = window.pad_top + window.pad_bottom + window.pad_left + window.pad_right != 0;
  const bool int8 = lowering.tensor(x.tensor).type == DataType::int8;
  if (padded || !int8 || x.shape.back() % 4 != 0) return lowering.keep(op);
  lowering.add(OpType::max_pool_2d, "XC_maxpool2d", {x}, y).window = valid(window);
}

namespace {

/// One phase (a, b) of a transposed convolution makes the output rows a, a + stride, ... and
/// columns b, b + stride, ... with every stride-th tap of the kernel.
struct Phase {
  std::int32_t row = 0, column = 0;
  std::int32_t taps_h = 1, taps_w = 1;
};

std::vector<Phase> phases_of(const Window& window) {
  std::vector<Phase> phases;
  for (std::int32_t row = 0; row < window.stride_h; ++row) {
    for (std::int32_t column = 0; column < window.stride_w; ++column) {
      phases.push_back(
          {row, column, static_cast<std::int32_t>(ceil_div(window.kernel_h - row, window.stride_h)),
           static_cast<std::int32_t>(ceil_div(window.kernel_w - column, window.stride_w))});
    }
  }
  return phases;
}

/// The compiler takes depths that need no padding, and kernels without empty phases.
bool has_phases(const Lowering& lowering, const Operator& op, const Value& x, const Value& y) {
  const Tensor& image = lowering.tensor(x.tensor);
  if (!supported(image) || x.shape.size() != 4 || x.shape[0] != 1) return false;
  const std::int32_t multiple = channel_multiple(image);
  return x.shape[3] % multiple == 0 && y.shape.back() % multiple == 0 &&
         op.window.kernel_h >= op.window.stride_h && op.window.kernel_w >= op.window.stride_w;
}

/// The phase as a convolution that starts within the padded image, as far from its edge as its own
/// taps need, and writes every stride-th pixel of `whole`.
void add_phase(Lowering& lowering, ConvJob job, const Phase& phase, const Phase& largest,
               const Value& whole) {
  const Image image = image_of(job.x.shape);
  job.window.kernel_h = phase.taps_h;
  job.window.kernel_w = phase.taps_w;
  const std::int32_t down = largest.taps_h - phase.taps_h, right = largest.taps_w - phase.taps_w;
  job.y = {whole.tensor,
           {1, image.rows - 2 * down - phase.taps_h + 1,
            image.columns - 2 * right - phase.taps_w + 1, whole.shape[3]}};
  add_kernel(lowering, job);
  Operator& op = lowering.last();
  op.type = OpType::transpose_conv;
  op.window.stride_h = job.source->window.stride_h;
  op.window.stride_w = job.source->window.stride_w;
  op.input_views[0].offset = {0, down, right, 0};
  op.output_views[0].offset = {0, phase.row, phase.column, 0};
}

}  // namespace

/// Stride x stride convolutions whose outputs interleave; each but the first continues in the
/// output of the one before.
void lower_transpose_conv(Lowering& lowering, const Operator& op) {
  const Value y = lowering.output(op, 0), x = lowering.input(op, 2);
  if (lowering.is_reference(op) || !has_phases(lowering, op, x, y)) return lowering.keep(op);
  const Window& window = op.window;
  const std::vector<Phase> phases = phases_of(window);
  ConvJob job;
  job.source = &op;
  job.channelwise = lowering.is_channelwise(op);
  Window padding;
  padding.pad_top = padding.pad_bottom = phases[0].taps_h - 1;
  padding.pad_left = padding.pad_right = phases[0].taps_w - 1;
  job.x = pad_image(lowering, x, padding, op.name);
  const Shape shape{1, (x.shape[1] - 1) * window.stride_h + window.kernel_h,
                    (x.shape[2] - 1) * window.stride_w + window.kernel_w, y.shape.back()};
  const bool sliced = elements_of(shape) != elements_of(y.shape);
  for (const Phase& phase : phases) {
    const bool last = &phase == &phases.back();
    job.part = fmt::format("/phase{}{}", phase.row, phase.column);
    job.name = op.name + job.part;
    job.macs = op.macs / (window.kernel_h * window.kernel_w) * phase.taps_h * phase.taps_w;
    Value whole{y.tensor, shape};
    if (!last || sliced) {
      const DataType type = lowering.tensor(y.tensor).type;
      whole.tensor = lowering.add_tensor(job.name, type, shape, TensorKind::activation);
    }
    add_phase(lowering, job, phase, phases[0], whole);
    job.partial = whole.tensor;
    if (!last || !sliced) continue;
    const Shape begin{0, (shape[1] - y.shape[1]) / 2, (shape[2] - y.shape[2]) / 2, 0};
    add_slice(lowering, whole, begin, y);
  }
}

}  // namespace spillway::xcore
