// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "hwmodels/ethosu/decode.h"
#include "hwmodels/program.h"
#include "hwmodels/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// What the host does around a call of the NPU; everything is off by default. Each shows up as an
/// operator of its own.
struct HostSide {
  bool copy_inputs_and_outputs = false;  // between the application's buffers and the arena
  bool cache_maintenance = false;        // clean inputs before, invalidate outputs after
  Cycles call_cycles = 0;                // fixed cost of each call
};

/// Names of commands by stream and word; see operator_names.h.
using CommandNames = std::map<std::pair<std::size_t, std::uint32_t>, std::string>;

struct ReplayOptions {
  HostSide host;
  CommandNames names;  // commands without one are called "npu0.cmd12"
};

/// What the processor and its DMA do to run a network that Arm's compiler made, with the addresses
/// of its command streams; regions lie in memories as Target::regions says. Operators between the
/// ethos-u operators run on the host at Target::host's cost. Throws UserError(input_file) for a bad
/// command stream, UserError(usage) when the network was compiled for another processor, and
/// UserError(run_failed) when it does not fit a memory.
Program replay(const Network& compiled, const Target& target, const ReplayOptions& options = {});

/// The same from a decoded file.
Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options = {});

}  // namespace spillway::ethosu
