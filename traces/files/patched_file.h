// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Returns a copy of the file that `network` was read from, a .tflite or an ExecuTorch program,
/// with the changes of `patch`. Throws UserError(input_file) for changes that are not possible, and
/// for networks that were read from other files.
std::vector<std::uint8_t> patched_file(const Network& network, const FilePatch& patch);

}  // namespace spillway
