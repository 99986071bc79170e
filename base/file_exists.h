// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Whether there is a file, a regular file or a folder at the path. A path that no file can have,
/// because it is too long or inside a file, is no mistake here: there is nothing at it.
bool file_exists(const std::string& path);
bool is_regular_file(const std::string& path);
bool is_folder(const std::string& path);

}  // namespace spillway
