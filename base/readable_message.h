// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Shortens a message, which may contain a part of an input and may therefore be very long. The
/// middle is removed from every line of more than 2,000 bytes, and from a message of more than
/// 20,000 bytes.
std::string readable_message(const std::string& message);

}  // namespace spillway
