// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Returns a copy of `file` with the changes of `patch`. If contents change their length, the bytes
/// behind them move by a multiple of 16. If the file has tables that the schema does not know, its
/// bytes cannot move. Then longer contents are appended at the end, and their old place is filled
/// with zeros. `source` names the file in messages. Throws UserError(input_file) for changes that
/// are not possible.
std::vector<std::uint8_t> patched_tflite(const std::vector<std::uint8_t>& file,
                                         const FilePatch& patch, const std::string& source);

/// Returns the contents of the file that `network` was read from, with `patch` applied. Throws
/// UserError(input_file) also if that file is not a .tflite.
std::vector<std::uint8_t> patched_tflite(const Network& network, const FilePatch& patch);

}  // namespace spillway
