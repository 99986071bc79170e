// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// The folder that `key` of the experiment `file` names, relative to that file. Throws
/// UserError(input_file) if it does not exist, since reference data are not part of the repository.
std::string reference_folder(TomlTable& table, const std::string& key, const std::string& file);

}  // namespace spillway
