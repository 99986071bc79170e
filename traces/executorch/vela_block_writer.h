// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "traces/executorch/file.h"

namespace spillway {

/// New contents for some blocks of a delegate's data; vela_blocks.h describes the format.
struct ChangedBlocks {
  std::vector<std::uint8_t> commands;
  Bytes scratch_bytes = 0;
  // New offsets of the delegate's inputs and outputs within its scratch memory, in bytes.
  std::vector<Bytes> inputs, outputs;
};

/// Returns a delegate's data with the changed blocks; all other blocks stay the same.
/// read_vela_blocks() must accept `data`. Throws UserError(input_file) if the commands are stored
/// elsewhere in the file.
std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file);

}  // namespace spillway
