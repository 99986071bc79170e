// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway::xcore {

constexpr const char* store_tensor_name = "XC_store_tensor";
constexpr const char* load_tensor_name = "XC_load_tensor";

/// Pages feature maps that are unused during more than `operators` operators between two uses. An
/// XC_store_tensor after the producer copies such a map to external memory, and an XC_load_tensor
/// before the next use copies the map back. Between these two operators, the map takes no space in
/// the arena. Inputs and outputs of the network and results of loads are not paged.
void page_tensors(Network& network, std::int32_t operators);

}  // namespace spillway::xcore
