// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"
#include "traces/vela_per_layer.h"

namespace spillway::ethosu {

struct ReplayOptions {
  CommandNames names;              // commands without one are called "npu0.cmd12"
  std::vector<VelaLayer> listing;  // Vela's rows of the same compilation: names of all commands
  std::string listing_file;        // that names them in messages
};

/// Throws UserError(usage) when `file` was compiled for another processor than that of `target`.
void require_processor(const DecodedFile& file, const Target& target);

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
