// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <rapidcheck.h>

#include "base/index.h"
#include "traces/layers/layers.h"
#include "traces/shape.h"

namespace spillway::test {

inline Layer random_layer(const Network& network, TensorIndex input) {
  Layer layer;
  // The number at the end makes the name of each layer unique within the network.
  layer.name = *rc::gen::arbitrary<std::string>() + std::to_string(network.operators.size());
  layer.type = *rc::gen::element(OpType::conv_2d, OpType::depthwise_conv_2d,
                                 OpType::average_pool_2d, OpType::max_pool_2d, OpType::add,
                                 OpType::concatenation, OpType::softmax, OpType::relu6);
  layer.inputs = {input};
  if (layer.type == OpType::add || layer.type == OpType::concatenation) {
    layer.inputs.push_back(input);
  }
  layer.channels = *rc::gen::inRange(1, 20);
  layer.activation =
      *rc::gen::element(Activation::none, Activation::relu, Activation::relu6, Activation::tanh);
  const bool activated = layer.type != OpType::softmax && layer.type != OpType::relu6;
  if (!activated) layer.activation = Activation::none;
  const bool windowed = layer.type == OpType::conv_2d || layer.type == OpType::depthwise_conv_2d ||
                        layer.type == OpType::average_pool_2d || layer.type == OpType::max_pool_2d;
  if (!windowed) return layer;
  const Tensor& ifm = at(network.tensors, input);
  layer.window.kernel_h = *rc::gen::inRange(1, std::min(height_of(ifm), 7) + 1);
  layer.window.kernel_w = *rc::gen::inRange(1, std::min(width_of(ifm), 7) + 1);
  layer.window.stride_h = *rc::gen::inRange(1, 4);
  layer.window.stride_w = *rc::gen::inRange(1, 4);
  layer.window.scheme = *rc::gen::element(PaddingScheme::same, PaddingScheme::valid);
  return layer;
}

/// Returns a chain of up to eight random layers, with a fully-connected layer at the end.
inline Network random_layers() {
  Network network;
  network.name = "random";
  TensorIndex last = add_network_input(
      network, "input",
      {1, *rc::gen::inRange(1, 30), *rc::gen::inRange(1, 30), *rc::gen::inRange(1, 20)});
  const int layers = *rc::gen::inRange(0, 8);
  for (int i = 0; i < layers; ++i) last = add_layer(network, random_layer(network, last));
  Layer dense;
  dense.name = "dense";
  dense.type = OpType::fully_connected;
  dense.inputs = {last};
  dense.channels = *rc::gen::inRange(1, 20);
  add_layer(network, dense);
  finish_outputs(network);
  return network;
}

}  // namespace spillway::test
