// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Loads a network. `name_or_path` is the path of a file, the name of a built-in network, or "-"
/// for the standard input; if both a file and a built-in network exist, the file is loaded. The
/// file may be a .tflite, an ExecuTorch program, a network CSV or a layer table; the ending .tflite
/// or .pte, or else its contents, determine the format. Throws UserError(input_file) if the file
/// cannot be read as a network, or if neither a file nor a built-in network of this name exists.
Network load_network(const std::string& name_or_path);

/// Reads a network from the bytes of a .tflite or an ExecuTorch program. `source` is the name of
/// the file in messages. Throws UserError(input_file).
Network parse_network(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
