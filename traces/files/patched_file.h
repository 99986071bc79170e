// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Returns a copy of the .tflite or ExecuTorch program from which `network` was read, with the
/// changes of `patch`. Throws UserError(input_file) for changes that are impossible, and for
/// networks that were read from other formats.
std::vector<std::uint8_t> patched_file(const Network& network, const FilePatch& patch);

}  // namespace spillway
