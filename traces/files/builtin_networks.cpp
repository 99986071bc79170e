// SPDX-License-Identifier: Apache-2.0
#include "traces/files/builtin_networks.h"

#include "traces/files/split_arena_replica.h"
#include "traces/layers/layer_table.h"
#include "traces/networks/tables.h"

namespace spillway {

const std::vector<BuiltinNetwork>& builtin_networks() {
  static const std::vector<BuiltinNetwork> networks = {
      {"mobilenet_v1_0.25_96", "MobileNetV1 0.25, 96x96x3, person or not (visual wake words)",
       "arXiv:1704.04861", mobilenet_v1_layers},
      {"mobilenet_v2_1.0_224", "MobileNetV2 1.0, 224x224x3, 1000 classes (ImageNet)",
       "arXiv:1801.04381", mobilenet_v2_layers},
      {"resnet8", "ResNet-8, 32x32x3, 10 classes (CIFAR-10)", "arXiv:2106.07597", resnet8_layers},
      {"ds_cnn", "DS-CNN, 49x10 coefficients, 12 keywords", "arXiv:1711.07128", ds_cnn_layers},
      {"autoencoder", "Auto-encoder of 10 dense layers, 640 values (anomaly detection)",
       "arXiv:2106.07597", autoencoder_layers},
      {"split-arena-replica", "stand-in for the network of the published xcore.ai tables, lowered",
       "XMOS invoke() tables: arena in SRAM, in external RAM, split", nullptr, split_arena_replica},
  };
  return networks;
}

std::optional<Network> builtin_network(const std::string& name) {
  for (const BuiltinNetwork& builtin : builtin_networks()) {
    if (builtin.name != name) continue;
    if (builtin.build != nullptr) return builtin.build();
    Network network = parse_layer_table(builtin.layers, name);
    // Sets the name once more: the parser takes the name for a file name and drops everything after
    // a dot, as in "0.25".
    network.name = name;
    network.source = "built-in";
    return network;
  }
  return std::nullopt;
}

}  // namespace spillway
