// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// How many earlier operations of each kind can still run when another operation starts.
struct InFlight {
  std::size_t kernels = 0;
  std::size_t transfers = 0;
};

/// Returns how many earlier operations can still run when another operation starts, according to
/// Arm's compilers.
InFlight most_in_flight(const Config& config);

/// Returns `steps` with the necessary waits. `steps` are the commands of `stream` without the
/// stream's own waits. A kernel waits for a transfer, and a transfer for a kernel, if one of the
/// two writes bytes that the other reads or writes, or if the transfer loads any lookup table and
/// the kernel reads any. Two kernels need no wait because BLOCKDEP orders them. Two transfers need
/// no wait because they run in the order of a queue.
std::vector<RegisterStep> with_waits(const std::vector<RegisterStep>& steps,
                                     const DecodedStream& stream, const InFlight& most);

}  // namespace spillway::ethosu
