// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spillway {

// Layer tables (traces/layers/layer_table.h) of the built-in networks.
extern const char* const mobilenet_v1_layers;
extern const char* const mobilenet_v2_layers;
extern const char* const resnet8_layers;
extern const char* const ds_cnn_layers;
extern const char* const autoencoder_layers;

}  // namespace spillway
