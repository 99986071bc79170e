// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Whether `network` was read from an ExecuTorch program.
bool is_executorch(const Network& network);

/// A copy of the ExecuTorch program that `network` was read from, with the changes of `patch`: new
/// commands of delegates, other sizes of their scratch memories, and other offsets of their inputs
/// and outputs in these. Tensors and metadata of `patch` are those that the reader made of the
/// program. Data of delegates may grow if they are in segments. Throws UserError(input_file) for a
/// program whose data cannot be changed in this way.
std::vector<std::uint8_t> patched_executorch(const Network& network, const FilePatch& patch);

}  // namespace spillway
