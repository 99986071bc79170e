// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// One function each: whether anything exists at the path, whether it is a regular file, and
/// whether it is a folder. Unlike those of std::filesystem, these functions do not throw if nothing
/// can exist at the path, for example because it is too long; they return false.
bool file_exists(const std::string& path);
bool is_regular_file(const std::string& path);
bool is_folder(const std::string& path);

}  // namespace spillway
