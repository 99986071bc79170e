// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/toml/toml_reader.h"

namespace spillway {

/// The folder that `key` of the experiment `file` names, relative to that file. Throws
/// UserError(input_file) when it is not there: reference data is no part of the checkout.
std::string reference_folder(TomlTable& table, const std::string& key, const std::string& file);

}  // namespace spillway
