// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/relink/arena_addresses.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The contents of a compiled file that depend on the plan.
struct PlannedStreams {
  std::vector<std::vector<std::uint8_t>> payloads;  // command streams, one per ethos-u operator
  std::vector<std::uint8_t> constants;              // shared by all ethos-u operators
};

/// A plan for a network, the network itself after lowering, and the target and options of the plan.
struct PlannedNetwork {
  const Network& lowered;
  const Plan& plan;
  const Target& target;
  const ScheduleOptions& options;
};

/// The addresses of the tensors of a PlannedNetwork, in the target's memories and in the regions
/// (memory areas, each with its own base address) of the file.
struct PlannedAddresses {
  const TensorAddresses& memories;
  const ArenaAddresses& regions;
};

/// Returns the command streams and constants that make a compiled file run as `planned.plan` says.
/// `file` is the compiled file, decoded from `compiled`. The functions of the kernels, scale
/// records (bias, scale and shift of each channel), tables and constant maps come from `file`,
/// because a plan does not define them. Weights are encoded again.
///
/// Throws UserError(input_file) if the file was not compiled from the network. Throws
/// UserError(run_failed) if the plan cannot be written, or if the file computes an operator with
/// other operations than `planned.lowered`.
PlannedStreams planned_streams(const Network& compiled, const DecodedFile& file,
                               const PlannedNetwork& planned, const PlannedAddresses& addresses);

}  // namespace spillway::ethosu
