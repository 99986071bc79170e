// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Returns the message, shortened if it is very long. A message may contain a part of an input. The
/// middle is removed from every line of more than 2,000 bytes, and from a message of more than
/// 20,000 bytes.
std::string readable_message(const std::string& message);

}  // namespace spillway
