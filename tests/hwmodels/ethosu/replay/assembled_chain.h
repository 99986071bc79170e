// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::test {

/// A plain network, and the file that a compiler would have made of it.
struct AssembledPair {
  Network plain, compiled;
};

/// A chain of `blocks` inverted residuals, each a 1x1 convolution, a depthwise one, a 1x1
/// convolution and a sum with the block's input. The compiled file, for U65-256, runs them whole
/// and one after the other, with all maps in the arena and all weights read from where they lie.
AssembledPair assembled_chain(int blocks);

}  // namespace spillway::test
