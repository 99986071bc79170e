// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// A copy of the .tflite or ExecuTorch program that `network` was read from, with the changes of
/// `patch`. Throws UserError(input_file) for changes that are not possible, and for networks from
/// other files.
std::vector<std::uint8_t> patched_file(const Network& network, const FilePatch& patch);

}  // namespace spillway
