// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Whether the name of a target or part is the name of a file, not of a built-in target or part.
bool is_own_file(const std::string& name);

/// Returns the path of the base of a target file, relative to where the program runs. `name` is the
/// base as the target file `file` names it; a file name is relative to the folder of `file`.
std::string base_name(const std::string& name, const std::string& file);

/// Returns the target file `path` and all files that this file needs: bases, and parts of memories.
/// Throws UserError(input_file) if one of the files cannot be read.
std::vector<std::string> target_files(const std::string& path);

}  // namespace spillway
