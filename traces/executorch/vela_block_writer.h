// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "traces/executorch/file.h"

namespace spillway {

/// New contents for some blocks in the data of a delegate (vela_blocks.h).
struct ChangedBlocks {
  std::vector<std::uint8_t> commands;
  Bytes scratch_bytes = 0;
  // New offsets of the inputs and of the outputs within the scratch memory.
  std::vector<Bytes> inputs, outputs;
};

/// Returns the data of a delegate with these changes; all other blocks stay as they are. `data`
/// must be valid, which read_vela_blocks() checks. Throws UserError(input_file) if the commands are
/// stored outside of the data.
std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file);

}  // namespace spillway
