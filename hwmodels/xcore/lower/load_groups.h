// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Cuts convolutions whose weights are loaded from flash into ranges of complete groups of 16
/// output channels. Each range has its own load before it, so that the loaded weights take at most
/// `landing` bytes, or one group. XC_concat joins the ranges. Convolutions that gather windows,
/// continue from partial sums or are depthwise are not cut.
void group_loads(Network& network, Bytes landing);

}  // namespace spillway::xcore
