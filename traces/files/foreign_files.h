// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Explains why a file of another tool is not a network, and how to make a network of it. The text
/// is the end of a sentence that begins with the file's path. It is empty if the file may be a
/// network. The tool is recognised by the ending of `path` and by the first bytes of the file.
std::string foreign_file_reason(const std::string& path, std::string_view beginning);

}  // namespace spillway
