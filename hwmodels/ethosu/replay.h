// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/decode.h"
#include "hwmodels/ethosu/operator_names.h"
#include "hwmodels/program.h"
#include "hwmodels/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

struct ReplayOptions {
  CommandNames names;  // commands without one are called "npu0.cmd12"
};

/// What the processor and its DMA do to run a network that Arm's compiler made, with the addresses
/// of its command streams; regions lie in memories as Target::regions says. Operators between the
/// ethos-u operators, and what the host does around their calls, cost what Target::host says.
/// Throws UserError(input_file) for a bad command stream, UserError(usage) when the network was
/// compiled for another processor, and UserError(run_failed) when it does not fit a memory.
Program replay(const Network& compiled, const Target& target, const ReplayOptions& options = {});

/// The same from a decoded file.
Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options = {});

}  // namespace spillway::ethosu
