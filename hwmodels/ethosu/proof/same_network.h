// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// What differs between two compiled files besides command streams, constants of the processor,
/// sizes of arenas and the offsets of tensors, in one sentence; empty = nothing.
std::string network_difference(const Network& original, const Network& emitted);

/// Operands of an ethos-u operator that the driver takes: commands, constants and both arenas.
constexpr std::size_t operands_of_driver = 4;

}  // namespace spillway::ethosu::proof
