// SPDX-License-Identifier: Apache-2.0
#include "traces/networks/tables.h"

namespace spillway {

// The network of MLPerf Tiny (arXiv:2106.07597) for image classification: a residual network of
// three stacks for CIFAR-10 images.
const char* const resnet8_layers = R"(
layer,type,inputs,channels,kernel,stride,padding,activation
input,input,,32x32x3,,,,
conv,conv_2d,,16,3x3,1,same,relu
stack1_conv1,conv_2d,,16,3x3,1,same,relu
stack1_conv2,conv_2d,,16,3x3,1,same,
stack1_add,add,conv stack1_conv2,,,,,relu
stack2_conv1,conv_2d,,32,3x3,2,same,relu
stack2_conv2,conv_2d,,32,3x3,1,same,
stack2_shortcut,conv_2d,stack1_add,32,1x1,2,same,
stack2_add,add,stack2_shortcut stack2_conv2,,,,,relu
stack3_conv1,conv_2d,,64,3x3,2,same,relu
stack3_conv2,conv_2d,,64,3x3,1,same,
stack3_shortcut,conv_2d,stack2_add,64,1x1,2,same,
stack3_add,add,stack3_shortcut stack3_conv2,,,,,relu
pool,average_pool_2d,,,global,1,valid,
flatten,reshape,,,,,,
classes,fully_connected,,10,,,,
probabilities,softmax,,,,,,
)";

}  // namespace spillway
