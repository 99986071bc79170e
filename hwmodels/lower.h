// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target.h"
#include "traces/network.h"

namespace spillway {

struct LoweringOptions {
  std::int32_t threads = 1;       // xcore.ai
  bool weights_in_flash = false;  // xcore.ai: constants are loaded at run time (ld_flash)
};

/// Rewrites a network into the operators that `target` really executes: fused activations, padding
/// operators, weight loads, persistent operator data. Operators that the processor does not run
/// stay and are marked for the host. Throws UserError(run_failed) naming an operator it cannot
/// take.
Network lower(const Network& network, const Target& target, const LoweringOptions& options);

}  // namespace spillway
