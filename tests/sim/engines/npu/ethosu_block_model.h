// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::test {

/// When each command of a program took effect and when its work ended, in cycles; waits end when
/// they begin.
struct CommandTimes {
  double issue = 0;
  double end = 0;
};

/// What the plain model takes from the hardware and what from the decoder that it is compared with.
struct BlockModelRules {
  bool kernels_overlap = true;          // as far as the stream's block dependencies allow
  bool whole_bursts = false;            // pass the flash's cap, not single words
  bool operands_stream = true;          // elementwise operations use operands as they arrive
  std::size_t kernels_outstanding = 1;  // behind which the parser waits, besides the one it issued
};

/// A slow, plain model of a U55 with the timing adapters of Arm's Corstone-300: recurrences over
/// OFM blocks, no events. Memories of `sram` share one port of a beat per cycle; the others are
/// flash behind the adapter. What the simulator is compared with.
std::vector<CommandTimes> block_model(const Program& program, std::uint8_t sram,
                                      const BlockModelRules& rules = {});

}  // namespace spillway::test
