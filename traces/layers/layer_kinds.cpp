// SPDX-License-Identifier: Apache-2.0
#include "traces/layers/layer_kinds.h"

#include <stdexcept>

#include "traces/layers/layer_shapes.h"

namespace spillway {

LayerKind kind_of_layer(OpType type) {
  switch (type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
    case OpType::average_pool_2d:
    case OpType::max_pool_2d:
      return LayerKind::window;
    case OpType::transpose_conv:
    case OpType::fully_connected:
    case OpType::lstm:
    case OpType::svdf:
    case OpType::prelu:
      return LayerKind::weights;
    case OpType::abs:
    case OpType::neg:
    case OpType::leaky_relu:
    case OpType::relu:
    case OpType::relu6:
    case OpType::relu_n1_to_1:
    case OpType::relu_0_to_1:
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
    case OpType::gelu:
    case OpType::exp:
    case OpType::log:
    case OpType::sqrt:
    case OpType::rsqrt:
    case OpType::softmax:
    case OpType::log_softmax:
    case OpType::quantize:
    case OpType::dequantize:
    case OpType::cast:
      return LayerKind::unary;
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
    case OpType::minimum:
    case OpType::maximum:
    case OpType::squared_difference:
    case OpType::batch_matmul:
      return LayerKind::binary;
    case OpType::fill:
    case OpType::shape:
    case OpType::squeeze:
    case OpType::unpack:
    case OpType::space_to_depth:
    case OpType::depth_to_space:
      return LayerKind::data;
    case OpType::concatenation:
    case OpType::pack:
      return LayerKind::joining;
    default:
      return value_operands(type) > 0 ? LayerKind::data : LayerKind::none;
  }
}

bool is_layer_type(OpType type) { return kind_of_layer(type) != LayerKind::none; }

DataType bias_type(DataType type) {
  return type == DataType::int16     ? DataType::int64
         : type == DataType::float32 ? DataType::float32
                                     : DataType::int32;
}

DataType output_type_of(const Layer& layer, DataType input) {
  if (layer.element) return *layer.element;
  switch (layer.type) {
    case OpType::arg_max:
    case OpType::arg_min:
    case OpType::shape:
      return DataType::int32;
    case OpType::quantize:
      return DataType::int8;
    case OpType::dequantize:
      return DataType::float32;
    case OpType::cast:
      throw std::invalid_argument("the layer needs the type of its elements");
    default:
      return input;
  }
}

}  // namespace spillway
