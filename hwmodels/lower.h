// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway {

/// xcore.ai: operators `top` to `bottom` of the network, counted from 0, run strip by strip over
/// `strips` ranges of rows of the bottom operator's output.
struct RowSplit {
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  std::int32_t strips = 2;

  friend bool operator<(const RowSplit& a, const RowSplit& b) {
    return std::tie(a.top, a.bottom, a.strips) < std::tie(b.top, b.bottom, b.strips);
  }
};

struct LoweringOptions {
  std::int32_t threads = 1;              // xcore.ai
  bool weights_in_flash = false;         // xcore.ai: constants are loaded at run time (ld_flash)
  bool weights_in_external_ram = false;  // xcore.ai: the same, where the target loads them
  // xcore.ai: convolutions by name or "#number" whose quantization the group output transform does
  // not reach; which these are depends on the values of the weights.
  std::vector<std::string> channelwise;  // a shift per channel
  std::vector<std::string> reference;    // TFLM's reference kernel
  std::vector<RowSplit> row_splits;      // xcore.ai: xformer's op-split options
};

/// Rewrites a network into the operators that `target` really executes: fused activations, padding
/// operators, weight loads, persistent operator data. Operators that the processor does not run
/// stay and are marked for the host. Throws UserError(run_failed) naming an operator it cannot
/// take.
Network lower(const Network& network, const Target& target, const LoweringOptions& options);

}  // namespace spillway
