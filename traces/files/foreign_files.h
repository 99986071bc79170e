// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Returns an explanation why a file of another tool is not a network, and how to convert it to a
/// network. The text is the end of a sentence that begins with the file's path. Returns an empty
/// text if the file may be a network. The format of the file is recognised by the ending of `path`
/// and by the first bytes of the file, `beginning`.
std::string foreign_file_reason(const std::string& path, std::string_view beginning);

}  // namespace spillway
