// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/network.h"

namespace spillway::ethosu {

/// The dimensions over which a reduction runs. They are the values of the constant operand, or
/// follow from the shapes of input and output if these values are not known. Values that are no
/// dimension of the input are left out.
std::vector<std::int32_t> reduced_axes(const Network& network, const Operator& op,
                                       std::size_t rank);

}  // namespace spillway::ethosu
