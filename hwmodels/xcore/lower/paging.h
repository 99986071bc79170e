// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway::xcore {

constexpr const char* store_tensor_name = "XC_store_tensor";
constexpr const char* load_tensor_name = "XC_load_tensor";

/// Pages feature maps that wait for more than `operators` operators between two uses: an
/// XC_store_tensor behind their producer copies them to external memory, an XC_load_tensor brings
/// them back in front of the use, and in between they take no room in the arena. Inputs and outputs
/// of the network and what loads bring stay where they are.
void page_tensors(Network& network, std::int32_t operators);

}  // namespace spillway::xcore
