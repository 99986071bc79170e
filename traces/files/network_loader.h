// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Loads a network by the path of its file or by the name of a built-in network. Files may be a
/// .tflite, an ExecuTorch program, a network CSV or a layer table, recognised by content. A file
/// takes precedence over a name. Throws UserError(input_file) for a file that cannot be read as a
/// network, and if there is no such file or name.
Network load_network(const std::string& name_or_path);

/// The network in the bytes of a .tflite or an ExecuTorch program. `source` names the bytes in
/// messages. Throws UserError(input_file).
Network parse_network(const std::vector<std::uint8_t>& bytes, const std::string& source);

}  // namespace spillway
