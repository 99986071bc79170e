// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "traces/network.h"

namespace spillway::test {

/// A plain network and a compiled file of this network.
struct AssembledPair {
  Network plain, compiled;
};

/// Returns a chain of `blocks` inverted residuals. Each residual has a 1x1 convolution, a depthwise
/// convolution, a second 1x1 convolution, and an addition of the residual's input. The compiled
/// file is for U65-256. It runs whole operators one after the other, with all maps in the arena and
/// all weights read in place.
AssembledPair assembled_chain(int blocks);

}  // namespace spillway::test
