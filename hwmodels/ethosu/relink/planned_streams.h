// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/relink/planned_places.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The parts of a file that depend on the plan.
struct PlannedStreams {
  std::vector<std::vector<std::uint8_t>> payloads;  // one per ethos-u operator of the file
  std::vector<std::uint8_t> constants;              // shared by all ethos-u operators
};

/// A plan for the plain network that `file` was compiled from.
struct PlannedNetwork {
  const Network& lowered;
  const Plan& plan;
  const Target& target;
  const ScheduleOptions& options;
};

/// The places of the tensors of a PlannedNetwork, in the target's memories and in the regions of
/// the file.
struct PlannedAddresses {
  const TensorAddresses& memories;
  const PlannedPlaces& regions;
};

/// Writes the command streams and constants of `file`, which was read from `compiled`, for a plan.
/// The file supplies what a plan does not define: the functions of the kernels, scale records,
/// tables and constant maps. Weights are encoded again. Throws UserError(input_file) for a file
/// that was not compiled from the network, and UserError(run_failed) for a plan that cannot be
/// written or an operator that the compiler computes in another way.
PlannedStreams planned_streams(const Network& compiled, const DecodedFile& file,
                               const PlannedNetwork& planned, const PlannedAddresses& addresses);

}  // namespace spillway::ethosu
