// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"
#include "hwmodels/target.h"
#include "traces/timing.h"

namespace spillway {

struct SimulationOptions {
  bool keep_slices = false;  // Timing::slices, for traces
  Picoseconds bucket = 0;    // width of the bandwidth buckets; 0 = none
};

/// Runs `program` on a SystemC model of `target`. The platform is elaborated once per process and
/// configured anew for each call; a result never depends on earlier calls. Not thread-safe.
Timing simulate(const Target& target, const Program& program,
                const SimulationOptions& options = {});

}  // namespace spillway
