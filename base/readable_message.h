// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Shortens a message, which may quote an input of any length. A line of more than 2,000 bytes
/// loses its middle, and so does a message of more than 20,000 bytes.
std::string readable_message(const std::string& message);

}  // namespace spillway
