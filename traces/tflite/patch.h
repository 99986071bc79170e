// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/file_patch.h"
#include "traces/network.h"

namespace spillway {

/// Returns a copy of `file` with the changes of `patch`. If contents change their length, the bytes
/// after these contents move by a multiple of 16. Bytes cannot move if the file has tables or
/// fields that Spillway's schema lacks, or contents outside of its tables. In this case, contents
/// of another length are appended at the end of the file, and the old contents are filled with
/// zeros. `source` is the name of the file in messages. Throws UserError(input_file) for changes
/// that are impossible.
std::vector<std::uint8_t> patched_tflite(const std::vector<std::uint8_t>& file,
                                         const FilePatch& patch, const std::string& source);

/// Returns a copy of the file from which `network` was read, with the changes of `patch`. Throws
/// UserError(input_file) for changes that are impossible, and if the file is not a .tflite.
std::vector<std::uint8_t> patched_tflite(const Network& network, const FilePatch& patch);

}  // namespace spillway
