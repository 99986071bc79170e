// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// A difference between two compiled files besides command streams, constants of the processor,
/// arena sizes and tensor offsets, in one sentence; empty if there is none.
std::string network_difference(const Network& original, const Network& emitted);

/// Number of operands of an ethos-u operator that the driver takes: commands, constants, both
/// arenas.
constexpr std::size_t operands_of_driver = 4;

}  // namespace spillway::ethosu::proof
