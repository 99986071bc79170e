// SPDX-License-Identifier: Apache-2.0
// Lowers binary operators of the Larq Compute Engine as xformer does. The options of these
// operators are those of Larq's converter (larq/compute-engine, mlir/ir/lce_ops.cc).
#include <algorithm>
#include <optional>
#include <string>

#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/rewriter.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

constexpr std::int32_t word_bytes = 4;  // a word holds the signs of 32 channels
constexpr std::int32_t signs_per_byte = 8;

bool is_packed(const Lowering& lowering, const Value& value) {
  return lowering.tensor(value.tensor).type == DataType::int32;
}

/// Returns `value` with its channels counted in bytes if it is a map of packed signs, because
/// kernels treat packed signs as bytes.
Value in_bytes(const Lowering& lowering, Value value) {
  if (is_packed(lowering, value)) value.shape.back() *= word_bytes;
  return value;
}

/// Returns the number of padding rows (or columns) of a SAME convolution, on both sides together.
std::int32_t padding_of(std::int32_t input, std::int32_t output, std::int32_t kernel,
                        std::int32_t stride) {
  return std::max(0, (output - 1) * stride + kernel - input);
}

struct BinaryLayer {
  Value x, y;
  Window window;
  std::int32_t outputs = 0;
  std::int64_t macs = 0;
};

/// Returns the binary convolution that `op` computes; nullopt if the runtime has no kernel for it,
/// for example because of float operands, several images or dilated windows.
std::optional<BinaryLayer> binary_layer(const Lowering& lowering, const Operator& op) {
  if (op.inputs.size() < 2 || op.outputs.empty() || op.inputs[1] == no_tensor) return std::nullopt;
  BinaryLayer layer{lowering.input(op, 0), lowering.output(op, 0), {}, 0, 0};
  const Shape &x = layer.x.shape, &y = layer.y.shape, &w = lowering.tensor(op.inputs[1]).shape;
  const bool int8 = lowering.tensor(layer.y.tensor).type == DataType::int8;
  const bool packed = is_packed(lowering, layer.y);
  if (x.size() != 4 || y.size() != 4 || w.size() != 4 || x[0] != 1 || (!int8 && !packed) ||
      !is_packed(lowering, layer.x) || *std::min_element(w.begin(), w.end()) < 1) {
    return std::nullopt;
  }
  const CompiledOptions options(lowering.source(), op);
  const auto option = [&](const char* key, std::int32_t otherwise) {
    return options.has(key) ? options.step(options.integer(key)) : otherwise;
  };
  Window& window = layer.window;
  window.kernel_h = w[1];
  window.kernel_w = w[2];
  window.stride_h = option("stride_height", 1);
  window.stride_w = option("stride_width", 1);
  const bool dilated =
      option("dilation_height_factor", 1) != 1 || option("dilation_width_factor", 1) != 1;
  if (window.stride_h < 1 || window.stride_w < 1 || dilated) return std::nullopt;
  const bool same = option("padding", 0) == 0;
  const std::int32_t rows = same ? padding_of(x[1], y[1], w[1], window.stride_h) : 0;
  const std::int32_t columns = same ? padding_of(x[2], y[2], w[2], window.stride_w) : 0;
  window.pad_top = rows / 2;
  window.pad_bottom = rows - rows / 2;
  window.pad_left = columns / 2;
  window.pad_right = columns - columns / 2;
  layer.outputs = packed ? w[0] : y[3];
  layer.macs = std::int64_t{y[1]} * y[2] * layer.outputs * w[1] * w[2] *
               option("channels_in", x[3] * word_bytes * signs_per_byte);
  return layer;
}

Value padded(Lowering& lowering, const Value& x, const Window& window, const std::string& name) {
  const std::int32_t rows = window.pad_top + window.pad_bottom;
  const std::int32_t columns = window.pad_left + window.pad_right;
  if (rows == 0 && columns == 0) return x;
  const Shape shape{1, x.shape[1] + rows, x.shape[2] + columns, x.shape[3]};
  Value y{lowering.add_tensor(name + "/pad", DataType::int32, shape, TensorKind::activation),
          shape};
  Operator& pad =
      lowering.add(OpType::pad, "XC_pad", {in_bytes(lowering, x)}, in_bytes(lowering, y));
  pad.window = window;
  return y;
}

void lower_bconv2d(Lowering& lowering, const Operator& op) {
  const std::optional<BinaryLayer> layer = binary_layer(lowering, op);
  if (!layer) return lowering.keep(op);
  const Value x = in_bytes(lowering, padded(lowering, layer->x, layer->window, op.name));
  const std::int64_t window_bytes =
      std::int64_t{layer->window.kernel_h} * layer->window.kernel_w * x.shape.back();
  const bool bits = is_packed(lowering, layer->y);
  const TensorIndex weights = lowering.add_shared_constant(
      op, "/weights", TensorKind::weight, conv_weight_bytes(layer->outputs, window_bytes));
  const TensorIndex thresholds = lowering.add_shared_constant(
      op, "/mulbias", TensorKind::bias,
      bits ? Bytes{2} * layer->outputs : multiplier_bias_bytes(layer->outputs, true));
  const bool direct = x.shape.back() % vector_bytes == 0 && layer->outputs % group_outputs == 0;
  const Bytes scratch_bytes =
      direct ? 0
             : (round_up(window_bytes, vector_bytes) + vector_bytes) * lowering.options().threads;
  const TensorIndex scratch =
      direct ? no_tensor
             : lowering.add_constant(op.name + "/scratch", TensorKind::scratch, scratch_bytes);
  Operator& conv = lowering.add(OpType::custom, "XC_conv2d_v2", {x}, in_bytes(lowering, layer->y));
  conv.inputs.insert(conv.inputs.end(), {weights, thresholds, no_tensor, scratch});
  conv.window.kernel_h = layer->window.kernel_h;
  conv.window.kernel_w = layer->window.kernel_w;
  conv.window.stride_h = layer->window.stride_h;
  conv.window.stride_w = layer->window.stride_w;
  conv.macs = layer->macs;
}

void lower_signs(Lowering& lowering, const Operator& op) {
  const bool operands = !op.inputs.empty() && !op.outputs.empty() && op.inputs[0] != no_tensor;
  if (!operands || lowering.tensor(op.inputs[0]).type != DataType::int8) return lowering.keep(op);
  lowering.add(OpType::custom, "XC_bsign_8", {lowering.input(op, 0)},
               in_bytes(lowering, lowering.output(op, 0)));
}

}  // namespace

void lower_larq(Lowering& lowering, const Operator& op) {
  if (op.type_name == "LceBconv2d") return lower_bconv2d(lowering, op);
  if (op.type_name == "LceQuantize") return lower_signs(lowering, op);
  lowering.keep(op);
}

}  // namespace spillway::xcore
