// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/network.h"

namespace spillway::ethosu::proof {

/// Returns a difference between two compiled files as one sentence; empty if there is no
/// difference. Command streams, constants of the NPU, arena sizes and tensor offsets are not
/// compared, because they depend on the plan.
std::string network_difference(const Network& original, const Network& emitted);

/// The number of leading inputs of an ethos-u operator that the driver uses: command stream,
/// constants, arena and fast arena (arena in fast memory).
constexpr std::size_t operands_of_driver = 4;

}  // namespace spillway::ethosu::proof
