// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Divides convolutions whose weights are loaded from flash into ranges of complete groups of 16
/// output channels. Each range has its own load before it. The weights of a range take at most
/// `landing` bytes; if a single group is larger, a range is one group. XC_concat joins the ranges.
/// Convolutions that gather windows, continue from partial sums or are depthwise are not divided.
void group_loads(Network& network, Bytes landing);

}  // namespace spillway::xcore
