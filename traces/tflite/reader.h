// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Reads the first subgraph of a .tflite, as TensorFlow Lite Micro would run it. Contents of
/// constants, custom options and metadata are views into the file, which Network::file keeps alive.
/// Oddities that do not prevent a run become Network::warnings. Throws UserError(input_file) for
/// all other errors.
Network read_tflite(const std::string& path);

/// The same from bytes in memory; `source` names the file in messages.
Network parse_tflite(std::shared_ptr<const FileBytes> file, const std::string& source);
/// The same from a copy of `bytes`.
Network parse_tflite(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
