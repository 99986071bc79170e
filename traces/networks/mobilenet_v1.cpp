// SPDX-License-Identifier: Apache-2.0
#include "traces/networks/tables.h"

namespace spillway {

// MobileNet v1 (arXiv:1704.04861, table 1) with a quarter of the channels. Its output has two
// classes, as in the visual wake words task.
const char* const mobilenet_v1_layers = R"(
layer,type,inputs,channels,kernel,stride,padding,activation
input,input,,96x96x3,,,,
conv,conv_2d,,8,3x3,2,same,relu6
block1_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block1_pointwise,conv_2d,,16,1x1,1,same,relu6
block2_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block2_pointwise,conv_2d,,32,1x1,1,same,relu6
block3_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block3_pointwise,conv_2d,,32,1x1,1,same,relu6
block4_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block4_pointwise,conv_2d,,64,1x1,1,same,relu6
block5_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block5_pointwise,conv_2d,,64,1x1,1,same,relu6
block6_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block6_pointwise,conv_2d,,128,1x1,1,same,relu6
block7_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block7_pointwise,conv_2d,,128,1x1,1,same,relu6
block8_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block8_pointwise,conv_2d,,128,1x1,1,same,relu6
block9_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block9_pointwise,conv_2d,,128,1x1,1,same,relu6
block10_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block10_pointwise,conv_2d,,128,1x1,1,same,relu6
block11_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block11_pointwise,conv_2d,,128,1x1,1,same,relu6
block12_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block12_pointwise,conv_2d,,256,1x1,1,same,relu6
block13_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block13_pointwise,conv_2d,,256,1x1,1,same,relu6
pool,average_pool_2d,,,global,1,valid,
flatten,reshape,,,,,,
classes,fully_connected,,2,,,,
probabilities,softmax,,,,,,
)";

}  // namespace spillway
