// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/point/network_kinds.h"

#include <random>
#include <utility>

#include "traces/layers/layers.h"

namespace spillway::test {
namespace {

/// Builds a chain of layers. The sizes of the layers are random numbers, which depend only on the
/// seed.
class Layers {
 public:
  explicit Layers(std::int32_t seed) : random_(static_cast<std::uint32_t>(seed)) {}

  std::int32_t draw(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random_() % static_cast<std::uint32_t>(high - low + 1));
  }

  void input(std::int32_t rows, std::int32_t columns, std::int32_t channels) {
    last_ = add_network_input(network_, "input", {1, rows, columns, channels});
  }

  TensorIndex convolution(std::int32_t channels, std::int32_t kernel) {
    Layer layer = named(OpType::conv_2d, {last_});
    layer.channels = channels;
    layer.window.kernel_h = layer.window.kernel_w = kernel;
    layer.window.scheme = PaddingScheme::same;
    return add(layer);
  }

  TensorIndex depthwise() {
    Layer layer = named(OpType::depthwise_conv_2d, {last_});
    layer.window.kernel_h = layer.window.kernel_w = 3;
    layer.window.scheme = PaddingScheme::same;
    return add(layer);
  }

  TensorIndex sum_with(TensorIndex other) { return add(named(OpType::add, {last_, other})); }
  TensorIndex softmax() { return add(named(OpType::softmax, {last_})); }

  Network finish(const std::string& name) {
    network_.name = name;
    finish_outputs(network_);
    return std::move(network_);
  }

 private:
  Layer named(OpType type, std::vector<TensorIndex> inputs) const {
    Layer layer;
    layer.name = "layer" + std::to_string(network_.operators.size());
    layer.type = type;
    layer.inputs = std::move(inputs);
    return layer;
  }

  TensorIndex add(const Layer& layer) { return last_ = add_layer(network_, layer); }

  std::mt19937 random_;
  Network network_;
  TensorIndex last_ = no_tensor;
};

void add_softmax(Layers& layers) {
  layers.input(layers.draw(12, 20), 32, 8);
  layers.convolution(16, 3);
  layers.convolution(layers.draw(2, 6), 1);
  layers.softmax();
}

void add_narrow_maps(Layers& layers) {
  layers.input(32, 32, 3);
  for (std::int32_t i = layers.draw(3, 5); i > 0; --i) {
    const TensorIndex before = layers.convolution(layers.draw(1, 2) * 4, 3);
    layers.depthwise();
    layers.sum_with(before);
  }
  layers.convolution(16, 1);
}

void add_sums(Layers& layers) {
  layers.input(24, 24, 16);
  const TensorIndex first = layers.convolution(32, 3);
  layers.convolution(32, 1);
  for (std::int32_t i = layers.draw(3, 8); i > 0; --i) layers.sum_with(first);
  layers.convolution(8, 1);
}

void add_mixed(Layers& layers) {
  layers.input(layers.draw(12, 20), 16, 8);
  const TensorIndex wide = layers.convolution(layers.draw(2, 4) * 8, 3);
  layers.depthwise();
  layers.sum_with(wide);
  layers.convolution(layers.draw(2, 6), 1);
  layers.softmax();
  layers.convolution(16, 3);
}

}  // namespace

std::vector<NetworkKind> network_kinds() {
  return {{"SoftmaxOverManyRows", NetworkKind::Of::softmax},
          {"NarrowMaps", NetworkKind::Of::narrow},
          {"ChainsOfSums", NetworkKind::Of::sums},
          {"ManyOperationsBetweenConvolutions", NetworkKind::Of::mixed}};
}

Network network_of(const NetworkKind& kind, std::int32_t seed) {
  Layers layers(seed);
  switch (kind.of) {
    case NetworkKind::Of::softmax:
      add_softmax(layers);
      break;
    case NetworkKind::Of::narrow:
      add_narrow_maps(layers);
      break;
    case NetworkKind::Of::sums:
      add_sums(layers);
      break;
    case NetworkKind::Of::mixed:
      add_mixed(layers);
      break;
  }
  return layers.finish(kind.name + std::to_string(seed));
}

}  // namespace spillway::test
