// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// Why a file of another tool is no network here and what makes one of it, as the end of a sentence
/// that begins with its path; empty for files that may be networks. Told by the ending of `path`
/// and by the first bytes of the file.
std::string foreign_file_reason(const std::string& path, std::string_view beginning);

}  // namespace spillway
