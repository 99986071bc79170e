// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Whether `network` was read from an ExecuTorch program.
bool is_executorch(const Network& network);

/// Returns a copy of the ExecuTorch program from which `network` was read, with the changes of
/// `patch`: new commands of delegates, new sizes of their scratch memories, and new offsets of
/// their inputs and outputs within the scratch memories. The keys of `patch` are tensors and
/// metadata of `network`. The data of a delegate may grow if they are stored in a segment. Throws
/// UserError(input_file) for a program whose data cannot be changed in this way.
std::vector<std::uint8_t> patched_executorch(const Network& network, const FilePatch& patch);

}  // namespace spillway
