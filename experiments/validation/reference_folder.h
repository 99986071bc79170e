// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// Returns the folder that the key `key` names in the description `file` of a validation; its path
/// is relative to that file. Throws UserError(input_file) if the folder does not exist: reference
/// data are not part of the repository.
std::string reference_folder(TomlTable& table, const std::string& key, const std::string& file);

}  // namespace spillway
