// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// A difference between two compiled files, in one sentence; empty if there is none. Command
/// streams, constants of the processor, arena sizes and tensor offsets can differ and are not
/// compared.
std::string network_difference(const Network& original, const Network& emitted);

/// The number of an ethos-u operator's operands that are for the driver: commands, constants, and
/// both arenas.
constexpr std::size_t operands_of_driver = 4;

}  // namespace spillway::ethosu::proof
