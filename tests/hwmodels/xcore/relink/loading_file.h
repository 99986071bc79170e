// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/hwmodels/xcore/compiled/compiled_file.h"
#include "traces/file_patch.h"
#include "traces/files/patched_file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::test {

/// The positions of the loads (operators that copy weights from flash) in the order of operators.
enum class LoadsOf : std::uint8_t {
  layers,         // each load is before the layer that uses its weights
  network,        // all loads are before the first layer
  layers_waited,  // as `layers`, but a second operator waits for each load
};

constexpr std::int32_t layer_side = 8, layer_channels = 32;
constexpr std::int32_t layer_map_bytes = layer_side * layer_side * layer_channels;
constexpr std::int32_t layer_weight_bytes = layer_channels * layer_channels;
constexpr std::int32_t layer_bias_bytes = 4 * layer_channels;

/// A compiled file with a chain of 1x1 convolutions, whose weights are loaded from flash. In the
/// plan of the file, no two tensors share bytes, except for the operand and the result of a wait.
class LoadingFile {
 public:
  explicit LoadingFile(int layers, LoadsOf loads = LoadsOf::layers) {
    TensorIndex x = file_.tensor({1, layer_side, layer_side, layer_channels});
    const TensorIndex first = x;
    struct Layer {
      TensorIndex weights, bias, loaded_weights, loaded_bias;
    };
    std::vector<Layer> all;
    for (int i = 0; i < layers; ++i) {
      Layer layer{file_.tensor({layer_weight_bytes}), file_.tensor({layer_bias_bytes}), -1, -1};
      layer.loaded_weights = layer.weights;
      layer.loaded_bias = layer.bias;
      if (loads == LoadsOf::layers_waited) {
        layer.loaded_weights = file_.tensor({layer_weight_bytes});
        layer.loaded_bias = file_.tensor({layer_bias_bytes});
      }
      all.push_back(layer);
      if (loads == LoadsOf::network) add_load(i, layer.weights, layer.bias, false);
    }
    for (int i = 0; i < layers; ++i) {
      const Layer& layer = all[static_cast<std::size_t>(i)];
      if (loads != LoadsOf::network) {
        add_load(i, layer.weights, layer.bias, loads == LoadsOf::layers_waited);
      }
      if (loads == LoadsOf::layers_waited) {
        file_.add("XC_ld_weights_wait", {layer.weights, layer.bias},
                  {layer.loaded_weights, layer.loaded_bias}, [](flexbuffers::Builder&) {});
      }
      const TensorIndex y = file_.tensor({1, layer_side, layer_side, layer_channels});
      add_convolution(x, layer.loaded_weights, layer.loaded_bias, y);
      x = y;
    }
    place_apart(all.size(), loads == LoadsOf::layers_waited);
    network_ = file_.read({first}, {x});
  }

  const Network& network() const { return network_; }

 private:
  void add_load(int layer, TensorIndex weights, TensorIndex bias, bool waited) {
    constexpr int bytes = layer_weight_bytes + layer_bias_bytes;
    file_.add("XC_ld_weights", {}, {weights, bias}, [&](flexbuffers::Builder& options) {
      options.Int("a", layer * bytes);
      numbers(options, "s", {layer_weight_bytes, layer_bias_bytes});
      options.Int("t", waited ? 2 : 0);
    });
  }

  void add_convolution(TensorIndex x, TensorIndex weights, TensorIndex bias, TensorIndex y) {
    file_.add("XC_conv2d_v2", {x, weights, bias}, {y}, [](flexbuffers::Builder& options) {
      options.String("mp", blob({layer_side * layer_channels, layer_channels}));
      options.String("a", blob({layer_channels * 16, 0, 0, layer_channels / 32 - 1, 0,
                                (layer_side - 1) * layer_channels}));
      options.String("o", blob({layer_channels, 0}));
      options.Vector("p", [&] {
        options.String(blob(
            {0, layer_side, 0, layer_side, 0, layer_channels / 16, 0, 0, layer_channels, 0}, "00"));
      });
      options.Int("s", 0);
      options.Int("k", 0);
      options.Int("t", 0);
    });
  }

  // Gives each tensor separate bytes. Only the result of a wait has the same offset as its operand.
  void place_apart(std::size_t layers, bool waited) {
    Words offsets = {0};
    std::int32_t end = layer_map_bytes;
    for (std::size_t i = 0; i < layers; ++i) {
      for (int copy = 0; copy < (waited ? 2 : 1); ++copy) {
        offsets.push_back(end);
        offsets.push_back(end + layer_weight_bytes);
      }
      end += layer_weight_bytes + layer_bias_bytes;
    }
    for (std::size_t i = 0; i < layers; ++i) {
      offsets.push_back(end);
      end += layer_map_bytes;
    }
    file_.plan(offsets);
  }

  CompiledFile file_;
  Network network_;
};

/// Gives the operators of a file the order `order` and tensors the offsets `offsets`. Returns the
/// network that the reader makes of the changed file.
inline Network changed(const Network& network, const std::vector<std::int32_t>& order,
                       const std::map<TensorIndex, std::int32_t>& offsets) {
  FilePatch patch;
  patch.order = order;
  for (const NamedBytes& entry : network.metadata) {
    if (entry.name == offline_plan_name) {
      patch.metadata[entry.name] = with_offsets(entry.data, offsets);
    }
  }
  return parse_tflite(patched_file(network, patch), "changed.tflite");
}

}  // namespace spillway::test
