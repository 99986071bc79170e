// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/reference_folder.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/files/file_exists.h"

namespace spillway {

std::string reference_folder(TomlTable& table, const std::string& key, const std::string& file) {
  const std::filesystem::path path =
      (std::filesystem::path(file).parent_path() / table.string(key)).lexically_normal();
  if (!is_folder(path.string())) {
    table.fail(key, fmt::format("there is no folder '{}': the reference data lies beside the "
                                "checkout and is not part of it",
                                path.string()));
  }
  return path.string();
}

}  // namespace spillway
