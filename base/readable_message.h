// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// `message`, which may repeat what is wrong in an input and so be as long as the input is: lines
/// of more than 2,000 bytes and messages of more than 20,000 lose their middle.
std::string readable_message(const std::string& message);

}  // namespace spillway
