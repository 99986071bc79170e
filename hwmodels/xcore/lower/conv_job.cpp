// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

Window valid(Window window) {
  window.pad_top = window.pad_bottom = window.pad_left = window.pad_right = 0;
  window.scheme = PaddingScheme::valid;
  return window;
}

/// Returns the scratch bytes per thread for the window that the im2col kernel copies to scratch
/// memory; 0 = the kernel reads the image in place.
Bytes scratch_per_thread(const ConvJob& job, bool int16) {
  const std::int32_t inputs = image_of(job.x.shape).channels;
  const std::int32_t outputs = image_of(job.y.shape).channels;
  const bool direct = inputs % vector_bytes == 0 && outputs % group_outputs == 0;
  const bool depthwise = job.type == OpType::depthwise_conv_2d;
  if (int16 || (!job.padded && (direct || depthwise))) return 0;
  const std::int32_t window =
      job.window.kernel_h * job.window.kernel_w * (depthwise ? group_outputs : inputs);
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

}  // namespace

std::int32_t channel_multiple(const Tensor& tensor) {
  return tensor.type == DataType::int16 ? group_outputs : 4;
}

bool has_convolutions(const Tensor& tensor) {
  return tensor.type == DataType::int8 || tensor.type == DataType::int16;
}

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
  op.window = job.padded ? job.window : valid(job.window);
  op.macs = job.macs;
}

}  // namespace spillway::xcore
