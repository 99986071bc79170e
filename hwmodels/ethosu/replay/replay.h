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
  CommandNames names;  // a command without a name gets a name like "npu0.cmd12"
  // Vela's per-layer listing of the same compilation. If this listing is not empty, the names in it
  // are used instead of `names`.
  std::vector<VelaLayer> listing;
  std::string listing_file;  // the file name of the listing, for messages
};

/// Throws UserError(usage) if `file` was compiled for a processor that is not the target's
/// processor.
void require_processor(const DecodedFile& file, const Target& target);

/// Returns the Program that simulates `compiled`, a network that Arm's compiler made. The kernels
/// use the addresses in the compiler's command streams, and Target::regions gives the memory of
/// each region. Operators on the CPU, and the CPU's work around calls of the NPU, have the costs of
/// Target::host. Throws:
/// * UserError(input_file) for a malformed command stream, for a memory plan that does not fit the
///   network, and for a listing of another compilation
/// * UserError(usage) if the network was compiled for another processor
/// * UserError(run_failed) if the network does not fit a memory
Program replay(const Network& compiled, const Target& target, const ReplayOptions& options = {});

/// Returns the Program that simulates `compiled`. `decoded` holds its decoded command streams.
Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options = {});

}  // namespace spillway::ethosu
