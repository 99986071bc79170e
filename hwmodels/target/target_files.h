// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Whether `name` is the path of a user's target file or part file (it ends in .toml), not the name
/// of a built-in target or part. A part is a memory device.
bool is_file_path(const std::string& name);

/// A target file can extend another target, its base. Target file `file` names its base `name`. If
/// `name` is a path, it is relative to the folder of `file`; returns the path relative to the
/// folder in which the program runs. If `name` is a built-in target, returns it unchanged.
std::string resolved_base(const std::string& name, const std::string& file);

/// Returns the path `path` of a target file and the paths of all files of the user that this target
/// needs: the target files that it extends, directly or indirectly, and the part files of its
/// memories. Throws UserError(input_file) if one of the target files cannot be read.
std::vector<std::string> target_files(const std::string& path);

}  // namespace spillway
