// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "traces/executorch_file.h"

namespace spillway {

/// What changes in the data of a delegate (vela_blocks.h).
struct ChangedBlocks {
  std::vector<std::uint8_t> commands;
  Bytes scratch_bytes = 0;
  std::vector<Bytes> inputs, outputs;  // offsets within the scratch memory
};

/// The data of a delegate with other commands, size and offsets; all other blocks stay as they are.
/// `data` are sound, as read_vela_blocks() has found. Throws UserError(input_file) if the commands
/// are kept outside of them.
std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file);

}  // namespace spillway
