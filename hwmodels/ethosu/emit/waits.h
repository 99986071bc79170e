// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu {

/// How many operations of a kind may be in flight when the next one joins them.
struct InFlight {
  std::size_t kernels = 0;
  std::size_t transfers = 0;
};

/// What Arm's compilers reckon with on a processor.
InFlight most_in_flight(const Config& config);

/// `steps`, the commands of `stream` without its waits, with those that their operands need: a
/// kernel waits for transfers and a transfer for kernels that write what it reads or writes, or
/// read what it writes. Kernels among themselves are ordered by BLOCKDEP, transfers by their queue.
std::vector<RegisterStep> with_waits(const std::vector<RegisterStep>& steps,
                                     const DecodedStream& stream, const InFlight& most);

/// Whether the processor waits in `step`.
bool is_wait(const RegisterStep& step);

}  // namespace spillway::ethosu
