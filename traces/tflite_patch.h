// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// A copy of `file` with the changes of `patch`. What lies behind contents that change their length
/// moves, by a multiple of 16 bytes. In a file with tables that the schema does not know nothing
/// can move. There, such contents are appended, and their old place is filled with zeros. `source`
/// names the file in messages. Throws UserError(input_file) for what cannot be changed.
std::vector<std::uint8_t> patched_tflite(const std::vector<std::uint8_t>& file,
                                         const FilePatch& patch, const std::string& source);

/// The same for the file that `network` was read from. Throws UserError(input_file) also if that is
/// no .tflite.
std::vector<std::uint8_t> patched_tflite(const Network& network, const FilePatch& patch);

}  // namespace spillway
