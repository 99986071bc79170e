// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// The reason why a file of another tool is not a network, and how to make one of it, as the end of
/// a sentence that begins with the file's path; empty for files that may be networks. The tool is
/// recognised by the ending of `path` and by the first bytes of the file.
std::string foreign_file_reason(const std::string& path, std::string_view beginning);

}  // namespace spillway
