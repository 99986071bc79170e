// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

constexpr Bytes int8_table_bytes = 256;
constexpr Bytes int16_table_bytes = 1024;
constexpr Bytes softmax_table_bytes = 1024;

void add_lookup(Lowering& lowering, const Operator& source, OpType type, const Value& x,
                const Value& y) {
  const bool int16 = lowering.tensor(x.tensor).type == DataType::int16;
  const TensorIndex table = lowering.add_shared_constant(
      source, "/table", TensorKind::constant, int16 ? int16_table_bytes : int8_table_bytes);
  lowering.add(type, "XC_lookup", {x, {table, lowering.tensor(table).shape}}, y);
}

/// Returns `x` in the shape of the output `y`. Adds an XC_broadcast if `x` has fewer elements.
Value broadcast(Lowering& lowering, const Value& x, const Value& y) {
  if (elements_of(x.shape) == elements_of(y.shape)) return x;
  const Tensor& tensor = lowering.tensor(x.tensor);
  Value wide{
      lowering.add_tensor(tensor.name + "/broadcast", tensor.type, y.shape, TensorKind::activation),
      y.shape};
  lowering.add(OpType::broadcast_to, "XC_broadcast", {x}, wide);
  return wide;
}

OpType activation_type(Activation activation) {
  switch (activation) {
    case Activation::relu:
      return OpType::relu;
    case Activation::relu6:
      return OpType::relu6;
    case Activation::relu_n1_to_1:
      return OpType::relu_n1_to_1;
    case Activation::tanh:
      return OpType::tanh;
    case Activation::none:
    case Activation::sign_bit:
      break;
  }
  return OpType::unknown;
}

bool same_type(const Lowering& lowering, const Operator& op, DataType type) {
  for (const TensorIndex input : op.inputs) {
    if (input != no_tensor && lowering.tensor(input).type != type) return false;
  }
  return true;
}

}  // namespace

void lower_binary(Lowering& lowering, const Operator& op) {
  const bool int8 = same_type(lowering, op, DataType::int8);
  const bool int16 = same_type(lowering, op, DataType::int16);
  if (!int8 && !int16) return lowering.keep(op);
  const Value y = lowering.output(op, 0);
  const bool fused = op.activation != Activation::none;
  Value result = y;
  if (fused) {
    const DataType type = lowering.tensor(y.tensor).type;
    result.tensor =
        lowering.add_tensor(op.name + "/unclamped", type, y.shape, TensorKind::activation);
  }
  const Value a = broadcast(lowering, lowering.input(op, 0), y);
  const Value b = broadcast(lowering, lowering.input(op, 1), y);
  std::vector<Value> inputs{a, b};
  const bool multiply = op.type == OpType::mul;
  if (int16) {
    const TensorIndex blob =
        lowering.add_constant(op.name + "/parameters", TensorKind::constant, multiply ? 4 : 64);
    inputs.push_back({blob, lowering.tensor(blob).shape});
  }
  const char* const int8_name = multiply ? "XC_mul" : "XC_add";
  lowering.add(op.type, int16 ? "XC_binaryi16" : int8_name, inputs, result);
  if (fused) add_lookup(lowering, op, activation_type(op.activation), result, y);
}

void lower_lookup(Lowering& lowering, const Operator& op) {
  const DataType type = lowering.tensor(op.inputs[0]).type;
  const bool int16_table =
      op.type == OpType::relu || op.type == OpType::logistic || op.type == OpType::tanh;
  if (type != DataType::int8 && !(type == DataType::int16 && int16_table)) {
    return lowering.keep(op);
  }
  add_lookup(lowering, op, op.type, lowering.input(op, 0), lowering.output(op, 0));
}

void lower_softmax(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0);
  if (lowering.tensor(x.tensor).type != DataType::int8 || x.shape.size() != 2) {
    return lowering.keep(op);
  }
  const TensorIndex table =
      lowering.add_constant(op.name + "/table", TensorKind::constant, softmax_table_bytes);
  lowering.add(OpType::softmax, x.shape[0] == 1 ? "XC_softmax" : "XC_batched_softmax",
               {x, {table, lowering.tensor(table).shape}}, lowering.output(op, 0));
}

void lower_mean(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0);
  if (lowering.tensor(x.tensor).type != DataType::int8) return lowering.keep(op);
  const bool over_image = op.type == OpType::mean && x.shape.size() == 4 && x.shape[0] == 1 &&
                          elements_of(lowering.output(op, 0).shape) == x.shape[3];
  if (over_image && lowering.version() == XformerVersion::of_2024_07) {
    return lower_mean_as_pool(lowering, op);
  }
  lowering.add(op.type, "XC_mean", {x}, lowering.output(op, 0));
}

void lower_quantize(Lowering& lowering, const Operator& op) {
  const Value x = lowering.input(op, 0), y = lowering.output(op, 0);
  const DataType from = lowering.tensor(x.tensor).type, to = lowering.tensor(y.tensor).type;
  if (from != DataType::int16 && to != DataType::int16) return lowering.keep(op);
  const bool requantize = from == DataType::int16 && to == DataType::int16;
  const Bytes blob_bytes = requantize ? 32 : op.type == OpType::quantize ? 4 : 8;
  const TensorIndex blob =
      lowering.add_constant(op.name + "/parameters", TensorKind::constant, blob_bytes);
  lowering.add(op.type, "XC_unaryi16", {x, {blob, lowering.tensor(blob).shape}}, y);
}

}  // namespace spillway::xcore
