// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Whether the name of a target or part is that of a file, rather than of a built-in one.
bool is_own_file(const std::string& name);

/// The name of a base as the target file `file` writes it, from where the program runs: files lie
/// beside `file`.
std::string base_name(const std::string& name, const std::string& file);

/// The target file `path` and every file that describing the target takes: bases and parts of
/// memories. Throws UserError(input_file) for one that cannot be read.
std::vector<std::string> target_files(const std::string& path);

}  // namespace spillway
