// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the dimensions over which the reduction `op` runs. `rank` is the number of dimensions of
/// the input. The operator's second input holds the dimensions as a constant. If the network does
/// not contain this constant, the dimensions are derived from the shapes of input and output.
/// Values that are no dimension of the input are left out.
std::vector<std::int32_t> reduced_axes(const Network& network, const Operator& op,
                                       std::size_t rank);

}  // namespace spillway::ethosu
