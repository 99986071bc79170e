// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "hwmodels/xcore/lower/rewriter.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

// The default of xformer's option xcore-conv-channelwise-split-size, in weights.
constexpr std::int64_t channelwise_split_size = 100'000;

Window padded_by(const Window& padding, Window window) {
  window.pad_top = padding.pad_top;
  window.pad_bottom = padding.pad_bottom;
  window.pad_left = padding.pad_left;
  window.pad_right = padding.pad_right;
  return window;
}

/// Returns the convolution that computes `op` from its first operand. The caller sets the window
/// and the number of multiply-accumulates.
ConvJob job_of(const Lowering& lowering, const Operator& op, OpType type) {
  ConvJob job;
  job.source = &op;
  job.type = type;
  job.name = op.name;
  job.x = lowering.input(op, 0);
  job.y = lowering.output(op, 0);
  return job;
}

/// Divides the channels of a large layer into `parts` ranges, so that the weights of one range fit
/// into the arena. A range consists of groups of four channels. If the groups cannot be divided
/// equally, the first ranges get one more group each.
void add_split(Lowering& lowering, const ConvJob& job, std::int64_t parts) {
  const Shape shape = job.y.shape;
  const std::int32_t outputs = shape.back();
  constexpr std::int32_t group = 4;
  const std::vector<Span> shares = share(outputs / group, static_cast<std::int32_t>(parts));
  const DataType type = lowering.tensor(job.y.tensor).type;
  std::vector<Value> pieces;
  for (std::int64_t i = 0; i < parts; ++i) {
    ConvJob part = job;
    part.part = job.part + "/part" + std::to_string(i);
    part.name = job.name + "/part" + std::to_string(i);
    part.y.shape.back() = shares[static_cast<std::size_t>(i)].size() * group;
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
  const bool splits = lowering.version() != XformerVersion::of_2022;
  if (splits && job.type == OpType::conv_2d && parts >= 2) {
    add_split(lowering, job, parts);
  } else {
    add_kernel(lowering, job);
  }
}

/// Adds a convolution whose output channels are rounded up to the required multiple, and a slice
/// that removes the additional channels.
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

/// Pads the image of a convolution, first its channels, then its rows and columns, and adds the
/// convolution.
void add_padded(Lowering& lowering, ConvJob job) {
  job.multiple = channel_multiple(lowering.tensor(job.x.tensor));
  job.x = pad_channels(lowering, job.x, job.multiple, job.name);
  // The kernels of 2022 themselves fill in the padding while they copy a window to scratch memory.
  const Window& w = job.window;
  job.padded = lowering.version() == XformerVersion::of_2022 && !job.reference &&
               lowering.tensor(job.x.tensor).type == DataType::int8 &&
               w.pad_top + w.pad_bottom + w.pad_left + w.pad_right > 0;
  if (!job.padded) job.x = pad_image(lowering, job.x, job.window, job.name);
  add_sliced(lowering, job);
}

}  // namespace

bool folds_reshapes(const Lowering& lowering, const Operator& op) {
  const Tensor& x = at(lowering.source().tensors, op.inputs[0]);
  if (!has_convolutions(x) || lowering.is_reference(op)) return false;
  if (op.type == OpType::fully_connected) return true;
  if (op.type == OpType::depthwise_conv_2d) {
    return x.shape.back() == at(lowering.source().tensors, op.outputs[0]).shape.back();
  }
  return op.type == OpType::conv_2d || op.type == OpType::average_pool_2d;
}

namespace {

/// Whether the XMOS runtime has a kernel for a convolution. The runtime has no kernel for some data
/// types (has_convolutions()), depth multipliers, int16 depthwise layers, several images at once,
/// and tensors of fewer than three dimensions.
bool has_kernel(const Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0);
  const Tensor& image = lowering.tensor(x.tensor);
  if (x.shape.size() < 3 || lowering.output(op, 0).shape.size() < 3) return false;
  const bool depthwise = op.type == OpType::depthwise_conv_2d;
  const bool multiplied = depthwise && x.shape.back() != lowering.output(op, 0).shape.back();
  const bool wide = depthwise && image.type == DataType::int16;
  return has_convolutions(image) && !multiplied && !wide && x.shape.front() == 1;
}

}  // namespace

const Operator* pad_of_convolution(const Lowering& lowering, const Operator& convolution) {
  if (convolution.type != OpType::conv_2d && convolution.type != OpType::depthwise_conv_2d) {
    return nullptr;
  }
  if (!has_kernel(lowering, convolution)) return nullptr;
  const TensorIndex padded = convolution.inputs[0];
  const Operator* pad = lowering.producer(padded);
  const std::vector<TensorIndex>& outputs = lowering.source().outputs;
  const bool shown = std::find(outputs.begin(), outputs.end(), padded) != outputs.end();
  if (pad == nullptr || shown || lowering.readers(padded).size() != 1 ||
      !image_padding(lowering.source(), *pad)) {
    return nullptr;
  }
  const Tensor& image = at(lowering.source().tensors, padded);
  const Window& window = convolution.window;
  const bool whole = window.pad_top + window.pad_bottom + window.pad_left + window.pad_right == 0;
  return whole && image.shape.back() % channel_multiple(image) != 0 ? pad : nullptr;
}

void lower_convolution(Lowering& lowering, const Operator& op) {
  if (!has_kernel(lowering, op)) return lowering.keep(op);
  ConvJob job = job_of(lowering, op, op.type);
  job.window = op.window;
  job.macs = op.macs;
  if (const Operator* const pad = pad_of_convolution(lowering, op)) {
    job.x = lowering.input(*pad, 0);
    job.window = padded_by(*image_padding(lowering.source(), *pad), job.window);
  }
  job.channelwise = lowering.is_channelwise(op);
  job.reference = lowering.is_reference(op);
  add_padded(lowering, job);
}

void lower_fully_connected(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const Tensor& weights = lowering.tensor(op.inputs[1]);
  const bool matrix = weights.shape.size() == 2 && elements_of(weights.shape) > 0;
  if (!has_convolutions(lowering.tensor(x.tensor)) || !is_constant(weights) || !matrix) {
    return lowering.keep(op);
  }
  const std::int32_t outputs = weights.shape[0], inputs = weights.shape[1];
  const auto rows = static_cast<std::int32_t>(elements_of(x.shape) / inputs);
  ConvJob job = job_of(lowering, op, OpType::conv_2d);
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
  if (!int8 || x.shape.size() != 4 || x.shape.front() != 1) return lowering.keep(op);
  ConvJob job = job_of(lowering, op, OpType::depthwise_conv_2d);
  job.window = op.window;
  job.macs = elements_of(job.y.shape) * op.window.kernel_h * op.window.kernel_w;
  add_padded(lowering, job);
}

void lower_mean_as_pool(Lowering& lowering, const Operator& op) {
  ConvJob job = job_of(lowering, op, OpType::depthwise_conv_2d);
  job.y.shape = {1, 1, 1, job.x.shape.back()};
  job.window.kernel_h = job.x.shape[1];
  job.window.kernel_w = job.x.shape[2];
  job.macs = elements_of(job.x.shape);
  add_padded(lowering, job);
}

void lower_max_pool(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const Window& window = op.window;
  const bool padded = window.pad_top + window.pad_bottom + window.pad_left + window.pad_right != 0;
  const bool int8 = lowering.tensor(x.tensor).type == DataType::int8;
  if (padded || !int8 || x.shape.size() != 4 || x.shape.back() % 4 != 0) {
    return lowering.keep(op);
  }
  lowering.add(OpType::max_pool_2d, "XC_maxpool2d", {x}, y).window = window;
}

}  // namespace spillway::xcore
