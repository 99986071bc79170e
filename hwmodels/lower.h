// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/target.h"
#include "traces/network.h"

namespace spillway {

struct LoweringOptions {
  std::int32_t threads = 1;       // xcore.ai
  bool weights_in_flash = false;  // xcore.ai: constants are loaded at run time (ld_flash)
  // xcore.ai: convolutions by name or "#number" whose quantization the group output transform does
  // not reach; which these are depends on the values of the weights.
  std::vector<std::string> channelwise;  // a shift per channel
  std::vector<std::string> reference;    // TFLM's reference kernel
};

/// Rewrites a network into the operators that `target` really executes: fused activations, padding
/// operators, weight loads, persistent operator data. Operators that the processor does not run
/// stay and are marked for the host. Throws UserError(run_failed) naming an operator it cannot
/// take.
Network lower(const Network& network, const Target& target, const LoweringOptions& options);

}  // namespace spillway
