// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/csv/vela_per_layer.h"
#include "traces/network.h"

namespace spillway::ethosu {

struct ReplayOptions {
  CommandNames names;  // commands without a name are called "npu0.cmd12"
  // Vela's listing of the same compilation, which gives every operation a name.
  std::vector<VelaLayer> listing;
  std::string listing_file;  // the file name of the listing, for messages
};

/// Throws UserError(usage) if `file` was compiled for another processor than the target's.
void require_processor(const DecodedFile& file, const Target& target);

/// Returns the Program of a network that Arm's compiler made, with the addresses in its command
/// streams. Target::regions gives the memory of each region. Operators between the ethos-u
/// operators, and the host's work around calls of the NPU, have the costs of Target::host. Throws
/// UserError(input_file) for a bad command stream, UserError(usage) if the network was compiled for
/// another processor, and UserError(run_failed) if the network does not fit a memory.
Program replay(const Network& compiled, const Target& target, const ReplayOptions& options = {});

/// Returns the Program of a file that is already decoded.
Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options = {});

}  // namespace spillway::ethosu
