// SPDX-License-Identifier: Apache-2.0
#include "traces/networks/tables.h"

namespace spillway {

// The small DS-CNN of arXiv:1711.07128, which MLPerf Tiny uses for keyword spotting. The input is
// 49 frames of 10 coefficients; the output has 12 classes of words.
const char* const ds_cnn_layers = R"(
layer,type,inputs,channels,kernel,stride,padding,activation
input,input,,49x10x1,,,,
conv,conv_2d,,64,10x4,2,same,relu
block1_depthwise,depthwise_conv_2d,,,3x3,1,same,relu
block1_pointwise,conv_2d,,64,1x1,1,same,relu
block2_depthwise,depthwise_conv_2d,,,3x3,1,same,relu
block2_pointwise,conv_2d,,64,1x1,1,same,relu
block3_depthwise,depthwise_conv_2d,,,3x3,1,same,relu
block3_pointwise,conv_2d,,64,1x1,1,same,relu
block4_depthwise,depthwise_conv_2d,,,3x3,1,same,relu
block4_pointwise,conv_2d,,64,1x1,1,same,relu
pool,average_pool_2d,,,global,1,valid,
flatten,reshape,,,,,,
classes,fully_connected,,12,,,,
probabilities,softmax,,,,,,
)";

}  // namespace spillway
