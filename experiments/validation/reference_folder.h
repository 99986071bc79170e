// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Returns the path of a folder with reference data. The key `key` in the description `file` of a
/// validation names the folder, with a path relative to `file`. Reference data are not part of the
/// repository: throws UserError(input_file) if the folder does not exist.
std::string reference_folder(TomlTable& table, const std::string& key, const std::string& file);

}  // namespace spillway
