// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::test {

/// The cycles at which each command of a program took effect and at which its work ended. A wait
/// ends when it takes effect.
struct CommandTimes {
  double issue = 0;
  double end = 0;
};

/// Rules of the block model in which the hardware and the decoder of the reference differ.
struct BlockModelRules {
  bool kernels_overlap = true;  // as far as the stream's block dependencies allow
  bool whole_bursts = false;    // the flash's limit admits whole bursts instead of single words
  bool operands_stream = true;  // elementwise operations use operands as they arrive
  /// How many kernels may run, besides the kernel that was just issued, before the parser waits.
  std::size_t kernels_outstanding = 1;
};

/// A simple and slow model of a U55 with the timing adapters of Arm's Corstone-300. Tests compare
/// the simulator with it. It consists of recurrences over OFM blocks, without events. The memory
/// `sram` has a port of one beat per cycle; all other memories are flash behind the adapter.
std::vector<CommandTimes> block_model(const Program& program, std::uint8_t sram,
                                      const BlockModelRules& rules = {});

}  // namespace spillway::test
