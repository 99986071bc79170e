// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"

namespace spillway::test {

/// The cycles at which a command was issued and at which its work ended. The work of a wait command
/// ends when the wait is over.
struct CommandTimes {
  double issue = 0;
  double end = 0;
};

/// Rules in which the simulator differs from the model that computed the reference data. The
/// defaults are the rules of that model.
struct BlockModelRules {
  bool kernels_overlap = true;  // whether kernels overlap, as far as block dependencies permit
  bool whole_bursts = false;    // whether the flash admits whole bursts instead of single words
  bool operands_stream = true;  // whether elementwise operations use operands as they arrive
  /// The number of kernels that may still run when the parser issues another kernel. If more
  /// kernels run, the parser waits.
  std::size_t kernels_outstanding = 1;
};

/// Returns the times of all commands of a program. The times are those of a simple model of a U55
/// with the timing adapters of Arm's Corstone-300, with which tests compare the simulator. The
/// model consists of recurrences over OFM blocks, without events. The port of the memory `sram`
/// moves one beat per cycle. All other memories are flash that is reached through a timing adapter
/// (Arm's model of a slow memory).
std::vector<CommandTimes> block_model(const Program& program, std::uint8_t sram,
                                      const BlockModelRules& rules = {});

}  // namespace spillway::test
