// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu::proof {

/// What commands of `emitted` that run at the same time would do to each other: a kernel beside
/// transfers that are not waited for, a transfer beside kernels, and blocks of a kernel that start
/// before blocks of the one in front of it have been written. Empty = nothing. `original` holds the
/// same commands with places of their own; block dependencies that it has for a pair of kernels
/// that meet in the same way are its compiler's and count as right.
std::string hazards(const DecodedStream& original, const DecodedStream& emitted);

}  // namespace spillway::ethosu::proof
