// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t ifm_input = 0;
constexpr std::size_t weight_input = 1;
constexpr std::size_t bias_input = 2;

void attach_weights(const OperatorSite& site, NpuOp& result) {
  const Operator& op = site.op();
  result.weights = op.inputs[weight_input];
  result.weight_elements = element_count(site.tensor(result.weights));
  if (op.inputs.size() > bias_input) result.bias = op.inputs[bias_input];
}

// 16-bit data with 64-bit biases accumulates in 40 bits.
bool wide_accumulator(const NpuOp& op) { return op.operation.ifm.element_bytes == 2; }

// A fully-connected operator sees one pixel per batch; a 1x1 convolution of one pixel is the same.
NpuOp vector_product(const OperatorSite& site, NpuOp result) {
  FeatureMap& ifm = result.operation.ifm;
  FeatureMap& ofm = result.operation.ofm;
  const Tensor& weights = site.tensor(result.weights);
  const std::int32_t outputs = weights.shape.front();
  const auto inputs = static_cast<std::int32_t>(result.weight_elements / outputs);
  const std::int64_t elements = std::int64_t{ofm.height} * ofm.width * ofm.depth;
  const auto batch = static_cast<std::int32_t>(elements / outputs);
  ifm = dense_map(batch, 1, inputs, ifm.element_bytes, ifm.layout, 0, 0);
  ofm = dense_map(batch, 1, outputs, ofm.element_bytes, ofm.layout, 0, 0);
  result.type = "FullyConnected";
  result.vector_product = true;
  return result;
}

bool single_pixel(const NpuOp& op) {
  const Operation& operation = op.operation;
  return operation.ifm.height == 1 && operation.ifm.width == 1 && operation.ofm.height == 1 &&
         operation.ofm.width == 1 && operation.window.kernel_h == 1 &&
         operation.window.kernel_w == 1;
}

// Reading pairs of pixels as one of twice the depth turns a horizontal stride of two into one. Vela
// does this for images of up to four channels; the kernel grows by a column of zeros where its
// first or last tap is half of a pair.
void fold_stride(NpuOp& op, const Tensor& weights) {
  Operation& operation = op.operation;
  Window& window = operation.window;
  const FeatureMap& ifm = operation.ifm;
  if (window.stride_w != 2 || window.dilation_w != 1 || ifm.depth > 4 || ifm.width % 2 != 0 ||
      window.kernel_w < 2 || window.scheme == PaddingScheme::given || ifm.layout != Layout::nhwc) {
    return;
  }
  const std::int32_t zeros_left = window.pad_left % 2;
  const std::int32_t folded_kernel = (zeros_left + window.kernel_w + 1) / 2;
  window.pad_left = (window.pad_left + zeros_left) / 2;
  operation.ifm =
      dense_map(ifm.height, ifm.width / 2, ifm.depth * 2, ifm.element_bytes, Layout::nhwc, 0, 0);
  op.folded_pixels = 2;
  op.zero_columns_left = zeros_left;
  window.kernel_w = folded_kernel;
  window.stride_w = 1;
  window.pad_right =
      std::max(0, operation.ofm.width - 1 + folded_kernel - operation.ifm.width - window.pad_left);
  op.weight_elements =
      std::int64_t{weights.shape.front()} * window.kernel_h * window.kernel_w * operation.ifm.depth;
}

}  // namespace

std::vector<NpuOp> convolution_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  NpuOp result = begin_op(site, "Conv2DBias");
  attach_weights(site, result);
  Operation& operation = result.operation;
  operation.window = op.window;
  operation.wide_accumulator = wide_accumulator(result);
  if (op.type == OpType::fully_connected) return {vector_product(site, std::move(result))};
  if (op.type == OpType::transpose_conv) {
    const MappedOperand ifm = map_input(site.network, op, op.inputs.size() > 2 ? 2 : ifm_input);
    operation.ifm = ifm.map;
    result.ifm = ifm.operand;
    result.type = "Conv2DBackpropInputSwitchedBias";
    operation.upscale = op.window.stride_h == 2 ? Upscale::zeros : Upscale::none;
    operation.window.stride_h = operation.window.stride_w = 1;
    return {result};
  }
  if (op.type == OpType::depthwise_conv_2d && operation.ifm.depth > 1) {
    result.type = "DepthwiseConv2DBias";
    operation.type = OperationType::depthwise;
    return {result};
  }
  if (single_pixel(result)) return {vector_product(site, std::move(result))};
  if (op.input_views.empty()) fold_stride(result, site.tensor(result.weights));
  return {result};
}

std::vector<NpuOp> pooling_ops(const OperatorSite& site) {
  const bool max = site.op().type == OpType::max_pool_2d;
  NpuOp result = begin_op(site, max ? "MaxPool" : "AvgPool");
  result.operation.type = OperationType::pool;
  result.operation.pool = max ? PoolMode::max : PoolMode::average;
  Window& window = result.operation.window;
  window = site.op().window;
  // A single output takes no step; blocks would else be chosen for one.
  if (result.operation.ofm.height == 1) window.stride_h = 1;
  if (result.operation.ofm.width == 1) window.stride_w = 1;
  return {result};
}

}  // namespace spillway::ethosu
