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
  CommandNames names;              // commands without a name are called "npu0.cmd12"
  std::vector<VelaLayer> listing;  // Vela's rows of the same compilation, to name all commands
  std::string listing_file;        // its file name, for messages
};

/// Throws UserError(usage) if `file` was compiled for another processor than the target's.
void require_processor(const DecodedFile& file, const Target& target);

/// The Program of a network that Arm's compiler made, with the addresses of its command streams.
/// Target::regions gives the memory of each region. Operators between the ethos-u operators, and
/// the host's work around their calls, have the costs of Target::host. Throws UserError(input_file)
/// for a bad command stream, UserError(usage) if the network was compiled for another processor,
/// and UserError(run_failed) if the network does not fit a memory.
Program replay(const Network& compiled, const Target& target, const ReplayOptions& options = {});

/// The Program from an already decoded file.
Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options = {});

}  // namespace spillway::ethosu
