// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// The first subgraph of a .tflite, as TensorFlow Lite Micro would run it. Contents of constants,
/// custom options and metadata are views into the file, which Network::file keeps. What is odd but
/// can be run ends up in Network::warnings. Throws UserError(input_file) for everything else.
Network read_tflite(const std::string& path);

/// The same from memory; `source` names the file in messages.
Network parse_tflite(std::shared_ptr<const FileBytes> file, const std::string& source);
/// The same from a copy of `bytes`.
Network parse_tflite(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
