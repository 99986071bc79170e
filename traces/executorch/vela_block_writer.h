// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "traces/executorch/file.h"

namespace spillway {

/// The changes to the data of a delegate (vela_blocks.h).
struct ChangedBlocks {
  std::vector<std::uint8_t> commands;
  Bytes scratch_bytes = 0;
  std::vector<Bytes> inputs, outputs;  // offsets within the scratch memory
};

/// The data of a delegate with other commands, size and offsets; all other blocks stay as they are.
/// `data` must be valid, which read_vela_blocks() checks. Throws UserError(input_file) if the
/// commands are stored outside of the data.
std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file);

}  // namespace spillway
