// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "traces/tflite/codes.h"

namespace spillway::test {

using Dims = std::vector<std::int32_t>;

/// A network with one operator, and the types of the operations that Vela lists for this operator.
struct Sample {
  Network network;
  std::vector<std::string> operations;
  NetworkBuilder contents;  // owns the values of the network's constants
};

struct Maker {
  NetworkBuilder build;
  TensorIndex in = build.input({1, 4, 6, 8});

  Sample of(
      OpType type, const std::vector<TensorIndex>& inputs, const Dims& out,
      std::vector<std::string> operations,
      const std::function<void(Operator&)>& change = [](Operator&) {}) {
    const TensorIndex ofm = build.map(out);
    Operator& op = build.op(type, inputs, {ofm});
    change(op);
    Network network = build.finish(ofm);
    return {std::move(network), std::move(operations), build};
  }

  Sample unary(OpType type, std::vector<std::string> operations) {
    return of(type, {in}, {1, 4, 6, 8}, std::move(operations));
  }

  Sample binary(OpType type, std::vector<std::string> operations) {
    const TensorIndex second = build.input({1, 4, 6, 8});
    return of(type, {in, second}, {1, 4, 6, 8}, std::move(operations));
  }
};

inline void set_kernel(Operator& op, std::int32_t height, std::int32_t width) {
  op.window.kernel_h = height;
  op.window.kernel_w = width;
}

inline std::vector<std::string> times(std::size_t count, const std::string& operation) {
  return std::vector<std::string>(count, operation);
}

using Samples = std::map<std::string, Sample>;

inline void add_products(Samples& samples) {
  Maker conv;
  samples["CONV_2D"] =
      conv.of(OpType::conv_2d, {conv.in, conv.build.constant({16, 3, 3, 8}, TensorKind::weight)},
              {1, 2, 4, 16}, {"Conv2DBias"}, [](Operator& op) { set_kernel(op, 3, 3); });
  Maker depthwise;
  samples["DEPTHWISE_CONV_2D"] = depthwise.of(
      OpType::depthwise_conv_2d,
      {depthwise.in, depthwise.build.constant({1, 3, 3, 8}, TensorKind::weight)}, {1, 2, 4, 8},
      {"DepthwiseConv2DBias"}, [](Operator& op) { set_kernel(op, 3, 3); });
  Maker transposed;
  samples["TRANSPOSE_CONV"] =
      transposed.of(OpType::transpose_conv,
                    {transposed.build.numbers({1, 8, 12, 16}),
                     transposed.build.constant({16, 2, 2, 8}, TensorKind::weight), transposed.in},
                    {1, 8, 12, 16}, {"Conv2DBackpropInputSwitchedBias"}, [](Operator& op) {
                      set_kernel(op, 2, 2);
                      op.window.stride_h = op.window.stride_w = 2;
                    });
  Maker dense;
  samples["FULLY_CONNECTED"] = dense.of(
      OpType::fully_connected, {dense.in, dense.build.constant({10, 192}, TensorKind::weight)},
      {1, 10}, {"FullyConnected"});
}

inline void add_reductions(Samples& samples) {
  const auto pooled = [](Operator& op) { set_kernel(op, 2, 2); };
  Maker average;
  samples["AVERAGE_POOL_2D"] =
      average.of(OpType::average_pool_2d, {average.in}, {1, 3, 5, 8}, {"AvgPool"}, pooled);
  Maker largest;
  samples["MAX_POOL_2D"] =
      largest.of(OpType::max_pool_2d, {largest.in}, {1, 3, 5, 8}, {"MaxPool"}, pooled);
  Maker mean;
  samples["MEAN"] = mean.of(OpType::mean, {mean.in, mean.build.numbers({1, 2})}, {1, 8},
                            {"DepthwiseConv2DBias", "Mul"});
  Maker arg;
  samples["ARG_MAX"] = arg.of(OpType::arg_max, {arg.in, arg.build.numbers({3})}, {1, 4, 6},
                              {"DepthwiseConv2DBias", "MaxPool", "DepthwiseConv2DBias"},
                              [](Operator& op) { op.axis = 3; });
  Network& network = samples["ARG_MAX"].network;
  Tensor& numbers = at(network.tensors, network.outputs[0]);
  numbers.type = DataType::int32;
  numbers.bytes = storage_bytes(numbers.type, element_count(numbers));
}

inline void add_elementwise(Samples& samples) {
  samples["ADD"] = Maker().binary(OpType::add, {"Add"});
  samples["SUB"] = Maker().binary(OpType::sub, {"Sub"});
  samples["MUL"] = Maker().binary(OpType::mul, {"Mul"});
  samples["MINIMUM"] = Maker().binary(OpType::minimum, {"Minimum"});
  samples["MAXIMUM"] = Maker().binary(OpType::maximum, {"Maximum"});
  samples["SQUARED_DIFFERENCE"] = Maker().binary(
      OpType::squared_difference,
      {"DepthwiseConv2DBias", "Mul", "DepthwiseConv2DBias", "Mul", "Sub", "Mul", "Mul"});
  samples["ABS"] = Maker().unary(OpType::abs, {"Abs"});
  Maker prelu;
  samples["PRELU"] =
      prelu.of(OpType::prelu, {prelu.in, prelu.build.constant({1, 1, 8}, TensorKind::constant)},
               {1, 4, 6, 8}, {"AvgPool"});  // all slopes are zero, so PRELU is a clamp
}

inline void add_functions(Samples& samples) {
  for (const auto& [name, type] :
       {std::pair{"LOGISTIC", OpType::logistic}, std::pair{"TANH", OpType::tanh},
        std::pair{"HARD_SWISH", OpType::hard_swish}, std::pair{"EXP", OpType::exp}}) {
    samples[name] = Maker().unary(type, {"Add"});
  }
  samples["LEAKY_RELU"] = Maker().of(OpType::leaky_relu, {0}, {1, 4, 6, 8}, {"Add"},
                                     [](Operator& op) { op.alpha = 0.1F; });
  for (const auto& [name, type] :
       {std::pair{"RELU", OpType::relu}, std::pair{"RELU6", OpType::relu6},
        std::pair{"RELU_N1_TO_1", OpType::relu_n1_to_1},
        std::pair{"RELU_0_TO_1", OpType::relu_0_to_1}, std::pair{"QUANTIZE", OpType::quantize}}) {
    samples[name] = Maker().unary(type, {"AvgPool"});
  }
  samples["SOFTMAX"] = Maker().unary(OpType::softmax, {});
  samples["SOFTMAX"].operations = {"MaxPool", "Sub", "SHR", "ReduceSum", "CLZ", "Sub", "Sub", "SHL",
                                   "Sub",     "SHL", "Add", "Mul",       "Add", "Mul", "Sub", "Mul",
                                   "Mul",     "Add", "Mul", "Sub",       "Mul", "Mul", "Add", "Mul",
                                   "Sub",     "Mul", "Mul", "Add",       "Mul", "Mul", "SHR"};
}

inline void add_resizes(Samples& samples) {
  Maker bilinear;
  samples["RESIZE_BILINEAR"] =
      bilinear.of(OpType::resize_bilinear, {bilinear.in, bilinear.build.numbers({16, 24})},
                  {1, 16, 24, 8}, times(2, "ResizeBilinear"));
  Maker nearest;
  samples["RESIZE_NEAREST_NEIGHBOR"] =
      nearest.of(OpType::resize_nearest_neighbor, {nearest.in, nearest.build.numbers({8, 12})},
                 {1, 8, 12, 8}, {"ResizeNearestNeighbor"});
}

inline void add_shapes(Samples& samples) {
  Maker reshape;
  samples["RESHAPE"] = reshape.of(OpType::reshape, {reshape.in, reshape.build.numbers({1, 24, 8})},
                                  {1, 24, 8}, {"Memcpy"});
  Maker expand;
  samples["EXPAND_DIMS"] =
      expand.of(OpType::expand_dims, {expand.build.input({4, 6, 8}), expand.build.numbers({0})},
                {1, 4, 6, 8}, {"Memcpy"});
  Maker squeeze;
  samples["SQUEEZE"] = squeeze.of(OpType::squeeze, {squeeze.in}, {4, 6, 8}, {"Memcpy"});
  Maker transpose;
  samples["TRANSPOSE"] =
      transpose.of(OpType::transpose, {transpose.in, transpose.build.numbers({0, 2, 1, 3})},
                   {1, 6, 4, 8}, {"AvgPool"});
  Maker pad;
  samples["PAD"] = pad.of(OpType::pad, {pad.in, pad.build.numbers({0, 0, 1, 1, 1, 1, 0, 0})},
                          {1, 6, 8, 8}, times(5, "AvgPool"));
}

inline void add_parts(Samples& samples) {
  Maker slice;
  samples["SLICE"] =
      slice.of(OpType::slice,
               {slice.in, slice.build.numbers({0, 1, 0, 0}), slice.build.numbers({1, 2, 6, 8})},
               {1, 2, 6, 8}, {"AvgPool"});
  Maker strided;
  samples["STRIDED_SLICE"] =
      strided.of(OpType::strided_slice,
                 {strided.in, strided.build.numbers({0, 1, 0, 0}),
                  strided.build.numbers({1, 3, 6, 8}), strided.build.numbers({1, 1, 1, 1})},
                 {1, 2, 6, 8}, {"AvgPool"});
  Maker concat;
  samples["CONCATENATION"] =
      concat.of(OpType::concatenation, {concat.in, concat.build.input({1, 4, 6, 4})}, {1, 4, 6, 12},
                times(2, "AvgPool"), [](Operator& op) { op.axis = 3; });
  Maker pack;
  samples["PACK"] =
      pack.of(OpType::pack, {pack.build.input({4, 6, 8}), pack.build.input({4, 6, 8})},
              {2, 4, 6, 8}, times(2, "AvgPool"), [](Operator& op) { op.axis = 0; });
}

inline Sample cut(OpType type, const std::vector<std::int32_t>& parameters, const Dims& part) {
  Maker maker;
  std::vector<TensorIndex> inputs{maker.in};
  if (type == OpType::split) {
    inputs = {maker.build.numbers(parameters), maker.in};
  } else if (type == OpType::split_v) {
    inputs = {maker.in, maker.build.numbers(parameters), maker.build.numbers({3})};
  }
  const std::vector<TensorIndex> parts{maker.build.map(part), maker.build.map(part)};
  maker.build.op(type, inputs, parts).axis = 3;
  Network network = maker.build.finish(parts[0]);
  network.outputs.push_back(parts[1]);
  return {std::move(network), times(2, "AvgPool"), maker.build};
}

inline Sample lstm() {
  NetworkBuilder build;
  std::vector<TensorIndex> operands(24, no_tensor);
  operands[0] = build.input({1, 2, 16});
  for (std::size_t i = 1; i <= 4; ++i) {
    operands[i] = build.constant({8, 16}, TensorKind::weight);
    operands[i + 4] = build.constant({8, 8}, TensorKind::weight);
    operands[i + 11] = build.constant({8}, TensorKind::bias);
  }
  operands[18] = build.variable({1, 8}, DataType::int8);
  operands[19] = build.variable({1, 8}, DataType::int16);
  const TensorIndex out = build.map({1, 2, 8});
  build.op(OpType::lstm, operands, {out}).type_name = "UNIDIRECTIONAL_SEQUENCE_LSTM";
  const std::vector<std::string> gate{"FullyConnected", "FullyConnected", "Add"};
  std::vector<std::string> step;
  for (int i = 0; i < 3; ++i) step.insert(step.end(), gate.begin(), gate.end());
  step.insert(step.end(), {"Mul", "Mul", "Add"});
  step.insert(step.end(), gate.begin(), gate.end());
  step.insert(step.end(), {"AvgPool", "Mul", "AvgPool"});
  std::vector<std::string> operations = step;
  operations.insert(operations.end(), step.begin(), step.end());
  return {build.finish(out), std::move(operations), build};
}

/// Returns a sample for every operator that Vela 3.10 runs on the NPU.
inline Samples supported() {
  Samples samples;
  add_products(samples);
  add_reductions(samples);
  add_elementwise(samples);
  add_functions(samples);
  add_resizes(samples);
  add_shapes(samples);
  add_parts(samples);
  samples["SPLIT"] = cut(OpType::split, {3}, {1, 4, 6, 4});
  samples["SPLIT_V"] = cut(OpType::split_v, {4, 4}, {1, 4, 6, 4});
  Maker unpack;
  const std::vector<TensorIndex> rows{unpack.build.map({1, 6, 8}), unpack.build.map({1, 6, 8})};
  const TensorIndex pair = unpack.build.input({1, 2, 6, 8});
  unpack.build.op(OpType::unpack, {pair}, rows).axis = 1;
  samples["UNPACK"] = {unpack.build.finish(rows[0]), times(2, "AvgPool"), unpack.build};
  samples["UNPACK"].network.outputs.push_back(rows[1]);
  samples["UNIDIRECTIONAL_SEQUENCE_LSTM"] = lstm();
  return samples;
}

}  // namespace spillway::test
