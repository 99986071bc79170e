// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/ops/op_parts.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t sum_bytes = 4;

// Over rows and columns the window is the whole map; over the last dimension of a tensor of fewer
// dimensions it is each row of a map of one channel.
void set_window(NpuOp& op, const Tensor& input) {
  FeatureMap& ifm = op.operation.ifm;
  Window& window = op.operation.window;
  const bool over_line = input.shape.size() < 4;
  if (over_line) {
    ifm = dense_map(ifm.height * ifm.width, ifm.depth, 1, ifm.element_bytes, Layout::nhwc, 0, 0);
  }
  window.kernel_h = over_line ? 1 : ifm.height;
  window.kernel_w = ifm.width;
}

}  // namespace

// A depthwise convolution with weights of one sums into 32 bits; a multiplication scales the sum.
std::vector<NpuOp> mean_ops(const OperatorSite& site) {
  NpuOp sum = begin_op(site, "DepthwiseConv2DBias");
  Operation& operation = sum.operation;
  operation.type = OperationType::depthwise;
  operation.activation = ActivationWork::none;
  set_window(sum, site.tensor(site.op().inputs[0]));
  const std::int32_t rows = operation.ifm.height - operation.window.kernel_h + 1;
  const std::int32_t channels = operation.ifm.depth;
  operation.ofm = dense_map(rows, 1, channels, sum_bytes, Layout::nhcwb16, 0, 0);
  sum.ofm = {scratch_operand, 0};
  sum.weight_elements =
      std::int64_t{operation.window.kernel_h} * operation.window.kernel_w * channels;

  NpuOp scale = begin_op(site, "Mul");
  const std::int32_t element_bytes = scale.operation.ofm.element_bytes;
  scale.operation.type = OperationType::elementwise;
  scale.operation.elementwise = ElementwiseMode::mul;
  scale.operation.ifm = operation.ofm;
  scale.ifm = sum.ofm;
  scale.operation.ofm = dense_map(rows, 1, channels, element_bytes, Layout::nhwc, 0, 0);
  return {sum, scale};
}

}  // namespace spillway::ethosu
