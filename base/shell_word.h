// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// One word, quoted where a shell would take it apart.
std::string quoted_for_shell(const std::string& word);

}  // namespace spillway
