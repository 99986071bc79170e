// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Reads the first subgraph of a .tflite, as TensorFlow Lite Micro runs it. The contents of
/// constants, custom options and metadata point into the file, which Network::file keeps alive.
/// Unusual contents that do not prevent a run are reported in Network::warnings. Throws
/// UserError(input_file) for errors that prevent a run.
Network read_tflite(const std::string& path);

/// Reads a .tflite like read_tflite(), but from memory. `source` is the name of the file in
/// messages.
Network parse_tflite(std::shared_ptr<const FileBytes> file, const std::string& source);
/// Reads a .tflite like read_tflite(), but from a copy of `bytes`. `source` is the name of the file
/// in messages.
Network parse_tflite(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
