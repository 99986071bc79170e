// SPDX-License-Identifier: Apache-2.0
#include "traces/networks/tables.h"

namespace spillway {

// MobileNet v2 (arXiv:1801.04381, table 2) with width 1.0. It consists of inverted residual blocks;
// a block whose input and output have equal shapes ends with an addition.
const char* const mobilenet_v2_layers = R"(
layer,type,inputs,channels,kernel,stride,padding,activation
input,input,,224x224x3,,,,
conv,conv_2d,,32,3x3,2,same,relu6
block1_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block1_project,conv_2d,,16,1x1,1,same,
block2_expand,conv_2d,,96,1x1,1,same,relu6
block2_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block2_project,conv_2d,,24,1x1,1,same,
block3_expand,conv_2d,,144,1x1,1,same,relu6
block3_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block3_project,conv_2d,,24,1x1,1,same,
block3_add,add,block2_project block3_project,,,,,
block4_expand,conv_2d,,144,1x1,1,same,relu6
block4_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block4_project,conv_2d,,32,1x1,1,same,
block5_expand,conv_2d,,192,1x1,1,same,relu6
block5_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block5_project,conv_2d,,32,1x1,1,same,
block5_add,add,block4_project block5_project,,,,,
block6_expand,conv_2d,,192,1x1,1,same,relu6
block6_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block6_project,conv_2d,,32,1x1,1,same,
block6_add,add,block5_add block6_project,,,,,
block7_expand,conv_2d,,192,1x1,1,same,relu6
block7_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block7_project,conv_2d,,64,1x1,1,same,
block8_expand,conv_2d,,384,1x1,1,same,relu6
block8_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block8_project,conv_2d,,64,1x1,1,same,
block8_add,add,block7_project block8_project,,,,,
block9_expand,conv_2d,,384,1x1,1,same,relu6
block9_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block9_project,conv_2d,,64,1x1,1,same,
block9_add,add,block8_add block9_project,,,,,
block10_expand,conv_2d,,384,1x1,1,same,relu6
block10_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block10_project,conv_2d,,64,1x1,1,same,
block10_add,add,block9_add block10_project,,,,,
block11_expand,conv_2d,,384,1x1,1,same,relu6
block11_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block11_project,conv_2d,,96,1x1,1,same,
block12_expand,conv_2d,,576,1x1,1,same,relu6
block12_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block12_project,conv_2d,,96,1x1,1,same,
block12_add,add,block11_project block12_project,,,,,
block13_expand,conv_2d,,576,1x1,1,same,relu6
block13_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block13_project,conv_2d,,96,1x1,1,same,
block13_add,add,block12_add block13_project,,,,,
block14_expand,conv_2d,,576,1x1,1,same,relu6
block14_depthwise,depthwise_conv_2d,,,3x3,2,same,relu6
block14_project,conv_2d,,160,1x1,1,same,
block15_expand,conv_2d,,960,1x1,1,same,relu6
block15_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block15_project,conv_2d,,160,1x1,1,same,
block15_add,add,block14_project block15_project,,,,,
block16_expand,conv_2d,,960,1x1,1,same,relu6
block16_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block16_project,conv_2d,,160,1x1,1,same,
block16_add,add,block15_add block16_project,,,,,
block17_expand,conv_2d,,960,1x1,1,same,relu6
block17_depthwise,depthwise_conv_2d,,,3x3,1,same,relu6
block17_project,conv_2d,,320,1x1,1,same,
last,conv_2d,,1280,1x1,1,same,relu6
pool,average_pool_2d,,,global,1,valid,
flatten,reshape,,,,,,
classes,fully_connected,,1000,,,,
probabilities,softmax,,,,,,
)";

}  // namespace spillway
