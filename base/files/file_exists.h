// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Whether a file of any kind, a regular file or a folder exists at the path. Returns false for a
/// path at which nothing can exist, for example because it is too long; std::filesystem would
/// throw.
bool file_exists(const std::string& path);
bool is_regular_file(const std::string& path);
bool is_folder(const std::string& path);

}  // namespace spillway
