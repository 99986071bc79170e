// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"
#include "hwmodels/ethosu/ops/products.h"

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

// Returns whether the accumulators have 40 bits instead of 32. Operations on 16-bit data need 40
// bits, because their sums and biases can exceed 32 bits. (Their biases are int64 in a .tflite
// file; the NPU takes at most 40 bits.)
bool wide_accumulator(const NpuOp& op) { return op.operation.ifm.element_bytes == 2; }

// Converts `result` into a fully-connected operation of the NPU. `result` is a fully-connected
// operator, or a 1x1 convolution of a single pixel. Each batch becomes one pixel of the feature
// maps.
NpuOp vector_product(const OperatorSite& site, NpuOp result) {
  FeatureMap& ifm = result.operation.ifm;
  FeatureMap& ofm = result.operation.ofm;
  const Tensor& weights = site.tensor(result.weights);
  const std::int32_t outputs = weights.shape.front();
  const auto inputs = static_cast<std::int32_t>(result.weight_elements / outputs);
  const std::int64_t elements = std::int64_t{ofm.height} * ofm.width * ofm.depth;
  const BlockShape batch = batch_extents(static_cast<std::int32_t>(elements / outputs));
  ifm = dense_map(batch.height, batch.width, inputs, ifm.element_bytes, ifm.layout, 0, 0);
  ofm = dense_map(batch.height, batch.width, outputs, ofm.element_bytes, ofm.layout, 0, 0);
  result.ifm_whole = result.ofm_whole = {0, 0, 0};
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

// The hardware supports dilations of 1 and 2. Replaces a larger dilation by zeros between the taps
// of the kernel, which make the kernel larger. If the larger dilation is even, the hardware still
// dilates by 2, so that fewer zeros are necessary.
void spread_taps(Window& window) {
  const auto spread = [](std::int32_t& kernel, std::int32_t& dilation) {
    const std::int32_t left = dilation % 2 == 0 ? 2 : 1;
    kernel = (kernel - 1) * (dilation / left) + 1;
    dilation = left;
  };
  if (window.dilation_h <= 2 && window.dilation_w <= 2) return;
  spread(window.kernel_h, window.dilation_h);
  spread(window.kernel_w, window.dilation_w);
}

}  // namespace

std::vector<NpuOp> convolution_ops(const OperatorSite& site) {
  const Operator& op = site.op();
  NpuOp result = begin_op(site, "Conv2DBias");
  attach_weights(site, result);
  Operation& operation = result.operation;
  operation.window = op.window;
  result.folded_pixels = op.folded_columns;
  result.zero_columns_left = op.zero_columns;
  spread_taps(operation.window);
  operation.wide_accumulator = wide_accumulator(result);
  if (op.type == OpType::fully_connected) return {vector_product(site, std::move(result))};
  if (op.type == OpType::transpose_conv) {
    const MappedOperand ifm = map_input(site.network, op, op.inputs.size() > 2 ? 2 : ifm_input);
    operation.ifm = ifm.map;
    result.ifm = ifm.operand;
    result.ifm_whole = ifm.whole;
    result.type = "Conv2DBackpropInputSwitchedBias";
    operation.upscale = op.window.stride_w == 2 ? Upscale::zeros : Upscale::none;
    operation.window.stride_h = operation.window.stride_w = 1;
    return {result};
  }
  const std::int64_t taps = std::int64_t{operation.window.kernel_h} * operation.window.kernel_w;
  // A depthwise operator with one input channel and several output channels is a plain convolution.
  // If lowering has folded columns of the input into channels, the input has several channels
  // instead of one, but not as many as the output.
  const bool from_one = operation.ofm.depth > 1 &&
                        (operation.ifm.depth == 1 || operation.ifm.depth != operation.ofm.depth);
  if (op.type == OpType::depthwise_conv_2d && !from_one) {
    result.weight_elements = taps * operation.ofm.depth;
    result.type = "DepthwiseConv2DBias";
    operation.type = OperationType::depthwise;
    return {result};
  }
  if (single_pixel(result)) return {vector_product(site, std::move(result))};
  result.weight_elements = taps * operation.ifm.depth * operation.ofm.depth;
  return {result};
}

std::vector<NpuOp> pooling_ops(const OperatorSite& site) {
  const bool max = site.op().type == OpType::max_pool_2d;
  // If the padding comes from a PAD operator, an average pooling must count the zeros of the
  // padding as values. A pooling operation of the NPU does not count these zeros, so a depthwise
  // convolution computes the average.
  const bool weighted = !max && site.op().window.scheme == PaddingScheme::given;
  NpuOp result = begin_op(site, max ? "MaxPool" : weighted ? "DepthwiseConv2DBias" : "AvgPool");
  result.operation.type = weighted ? OperationType::depthwise : OperationType::pool;
  result.operation.pool = max ? PoolMode::max : PoolMode::average;
  const Window& window = site.op().window;
  result.operation.window = window;
  if (result.operation.ifm.depth != result.operation.ofm.depth) {
    // Input and output of a pooling differ in depth only if lowering has folded columns of the
    // input into channels. A convolution then computes the average.
    result.type = "Conv2DBias";
    result.name += "_conv2d";
    result.operation.type = OperationType::conv;
    result.weight_elements =
        std::int64_t{window.kernel_h} * window.kernel_w * result.operation.ifm.depth;
  } else if (weighted) {
    result.weight_elements =
        std::int64_t{window.kernel_h} * window.kernel_w * result.operation.ifm.depth;
  }
  return {result};
}

}  // namespace spillway::ethosu
