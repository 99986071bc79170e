// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/stream/registers.h"

namespace spillway::ethosu {

/// A DMA transfer as the stream describes it. Access::memory is the number of the region (memory
/// area with its own base address).
struct DmaCommand {
  Access source;
  Access destination;
  bool internal = false;  // the destination is the processor's own memory
  bool indexed = false;   // an index list in memory gathers or scatters the rows (U85)
  std::uint8_t channel = 0;
};

/// Returns the operation that `command` with `parameter` starts, given the present values of the
/// registers. Throws UserError(input_file) for registers that the stream never wrote and for values
/// without a meaning.
Operation snapshot_operation(const Registers& registers, const Payload& payload, Command0 command,
                             std::uint16_t parameter);

DmaCommand snapshot_dma(const Registers& registers, std::uint16_t parameter);

}  // namespace spillway::ethosu
