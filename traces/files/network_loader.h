// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Loads a network. `name_or_path` is the path of a file or the name of a built-in network; if both
/// exist, the file is loaded. A file is a .tflite, an ExecuTorch program, a network CSV or a layer
/// table; its form is recognised by its contents. Throws UserError(input_file) if the file cannot
/// be read as a network, or if neither file nor built-in network exists.
Network load_network(const std::string& name_or_path);

/// Reads a network from the bytes of a .tflite or an ExecuTorch program. `source` names the bytes
/// in messages. Throws UserError(input_file).
Network parse_network(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
