// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// file_exists() tells whether anything exists at the path, is_regular_file() whether it is a
/// regular file, and is_folder() whether it is a folder. All three functions return false for a
/// path at which nothing can exist, such as a path that is too long. The functions of
/// std::filesystem throw for such paths.
bool file_exists(const std::string& path);
bool is_regular_file(const std::string& path);
bool is_folder(const std::string& path);

}  // namespace spillway
