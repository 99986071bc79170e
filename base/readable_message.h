// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Shortens `message`, which may repeat an input of any length: lines of more than 2,000 bytes and
/// messages of more than 20,000 bytes lose their middle.
std::string readable_message(const std::string& message);

}  // namespace spillway
