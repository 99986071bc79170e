// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/target_files.h"

#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway {
namespace {

void add_parts(TomlTable& table, std::vector<std::string>& files) {
  if (!table.has("system_config")) return;
  for (TomlTable& config : table.tables("system_config")) {
    if (!config.has("memory")) continue;
    for (TomlTable& memory : config.tables("memory")) {
      if (!memory.has("timing")) continue;
      TomlTable timing = memory.table("timing");
      if (!timing.has("part")) continue;
      const std::string part = timing.string("part");
      if (is_file_path(part)) files.push_back(part);
    }
  }
}

}  // namespace

bool is_file_path(const std::string& name) {
  return std::filesystem::path(name).extension() == ".toml";
}

std::string resolved_base(const std::string& name, const std::string& file) {
  const std::filesystem::path path(name);
  if (!is_file_path(name) || path.is_absolute()) return name;
  return (std::filesystem::path(file).parent_path() / path).string();
}

std::vector<std::string> target_files(const std::string& path) {
  std::vector<std::string> targets = {path}, parts;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    TomlTable table = TomlTable::parse(read_text(targets[i]), targets[i]);
    add_parts(table, parts);
    if (!table.has("base")) continue;
    const std::string base = resolved_base(table.string("base"), targets[i]);
    const bool known = std::find(targets.begin(), targets.end(), base) != targets.end();
    if (is_file_path(base) && !known) targets.push_back(base);
  }
  targets.insert(targets.end(), parts.begin(), parts.end());
  return targets;
}

}  // namespace spillway
