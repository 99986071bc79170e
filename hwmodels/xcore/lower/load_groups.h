// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Cuts convolutions whose weights a load brings from flash into ranges of whole groups of 16
/// output channels, each with a load of its own in front, so that what lands at once takes at most
/// `landing` bytes, or is one group; XC_concat joins the ranges. Convolutions that gather windows,
/// go on from partial sums or are depthwise stay whole.
void group_loads(Network& network, Bytes landing);

}  // namespace spillway::xcore
