// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/ops/operands.h"
#include "traces/shape.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t largest_stride = 3;
// A convolution over up to this number of input channels takes as much time as over one input
// channel, because the MAC array takes in this many channels at a time.
constexpr std::int32_t folded_depth = 8;

std::int32_t needed_padding(std::int32_t extent, std::int32_t stride, std::int32_t kernel) {
  const std::int32_t rest = extent % stride == 0 ? stride : extent % stride;
  return std::max(kernel - rest, 0);
}

// The columns of zeros that folding adds at the left and at the right of the kernel. With these
// columns, the kernel's width is a multiple of the number of folded columns, and the folded
// convolution needs as much padding of the map as the original convolution.
struct KernelPadding {
  std::int32_t left = 0;
  std::int32_t right = 0;
};

KernelPadding kernel_padding(const Window& window, std::int32_t width, const StrideFold& fold,
                             std::int32_t padding) {
  KernelPadding result;
  std::int32_t zeros = 0;
  if (window.scheme == PaddingScheme::same) {
    const std::int32_t rest =
        width % window.stride_w == 0 ? fold.stride : width / fold.factor % fold.stride;
    zeros = (padding + rest) * fold.factor - window.kernel_w;
    result.left = padding == 0 ? zeros / 2 : zeros / padding * (padding / 2);
    result.right = zeros - result.left;
  }
  const std::int32_t over = window.kernel_w % fold.factor;
  if (over != 0 && (zeros == 0 || padding == 0)) result = {0, fold.factor - over};
  return result;
}

// Folds groups of neighbouring columns into the channels of one column. Returns false, without a
// change, if the operator gives its padding as numbers (PaddingScheme::given), or if the folded
// convolution would need a different number of padded columns.
bool fold(Network& network, Operator& op, const StrideFold& fold) {
  Window& window = op.window;
  if (window.scheme == PaddingScheme::given) return false;
  std::vector<std::int32_t> shape = input_shape(network, op, 0);
  const std::int32_t padding = needed_padding(shape[2], window.stride_w, window.kernel_w);
  const KernelPadding zeros = kernel_padding(window, shape[2], fold, padding);
  const std::int32_t columns = window.kernel_w + zeros.left + zeros.right;
  if (window.scheme == PaddingScheme::same &&
      needed_padding(shape[2] / fold.factor, fold.stride, (columns + 1) / fold.factor) != padding) {
    return false;
  }
  shape[2] /= fold.factor;
  shape[3] *= fold.factor;
  window.kernel_w = columns / fold.factor;
  op.folded_columns = fold.factor;
  op.zero_columns = zeros.left;
  window.stride_w = fold.stride;
  if (window.scheme == PaddingScheme::same) {
    const std::int32_t left = needed_padding(shape[2], window.stride_w, window.kernel_w);
    window.pad_left = left / 2;
    window.pad_right = left - window.pad_left;
  }
  op.input_views.resize(op.inputs.size());
  op.input_views[0] = {shape, {}};
  return true;
}

bool is_convolution(const Network& network, const Operator& op) {
  if (at(network.tensors, op.inputs[0]).shape.size() != 4 ||
      at(network.tensors, op.outputs[0]).shape.size() != 4) {
    return false;
  }
  if (op.type == OpType::conv_2d) return true;
  // An average pooling whose horizontal stride exceeds the NPU's largest stride runs as a
  // convolution whose weights are 1.
  if (op.type == OpType::average_pool_2d) return op.window.stride_w > largest_stride;
  return op.type == OpType::depthwise_conv_2d &&
         at(network.tensors, op.inputs[0]).shape.back() == 1 &&
         at(network.tensors, op.outputs[0]).shape.back() > 1;
}

}  // namespace

StrideFold stride_fold(std::int32_t width, std::int32_t stride) {
  StrideFold result{stride, 1};
  if (width % stride != 0) {
    const std::int32_t step = stride % 2 == 0 ? 2 : stride % 3 == 0 ? 3 : 1;
    result.factor = stride / step == stride ? 1 : stride / step;
  }
  result.stride = stride / result.factor;
  return result;
}

void fold_strides(Network& network) {
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    Operator& op = network.operators[i];
    if (op.on_host || !is_convolution(network, op)) continue;
    Window& window = op.window;
    if (i != 0 && window.stride_w <= largest_stride) continue;
    const std::vector<std::int32_t>& shape = input_shape(network, op, 0);
    const StrideFold by = stride_fold(shape[2], window.stride_w);
    const bool worthwhile =
        shape[3] * by.factor <= folded_depth || window.stride_w > largest_stride;
    if (window.stride_w > 1 && worthwhile && by.factor != 1 && window.dilation_w == 1 &&
        !fold(network, op, by)) {
      continue;
    }
    const std::vector<std::int32_t>& out = at(network.tensors, op.outputs[0]).shape;
    if (out[1] == 1) window.stride_h = 1;
    if (out[2] == 1) window.stride_w = 1;
  }
}

void fix_pool_strides(Network& network) {
  for (Operator& op : network.operators) {
    if (op.type != OpType::average_pool_2d && op.type != OpType::max_pool_2d) continue;
    const Tensor* const input = input_of(network, op, 0);
    if (input == nullptr) continue;
    Window& window = op.window;
    const std::vector<std::int32_t>& shape = input->shape;
    if (window.kernel_w == window.stride_w && window.kernel_h == window.stride_h &&
        shape.size() == 4 && window.kernel_w == shape[2] && window.kernel_h == shape[1]) {
      window.stride_h = window.stride_w = 1;
      window.scheme = PaddingScheme::valid;
    }
  }
}

}  // namespace spillway::ethosu
