// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/parts.h"

#include <vector>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/toml/builtin_targets.h"

namespace spillway {
namespace {

constexpr std::string_view extension = ".toml";

bool is_file_name(std::string_view name) {
  return name.size() > extension.size() && name.substr(name.size() - extension.size()) == extension;
}

const BuiltinTarget& find_part(const std::string& name) {
  for (const BuiltinTarget& part : builtin_parts()) {
    if (part.name == name) return part;
  }
  throw UserError(ExitCode::usage, unknown_name_message("part", name, part_names()));
}

}  // namespace

MemoryPart parse_part(std::string_view toml, const std::string& file) {
  TomlTable part = TomlTable::parse(toml, file);
  part.text("description");
  MemoryPart found;
  // The capacity of a DRAM follows from its geometry.
  if (part.string("kind") != "dram") {
    if (part.has("capacity")) found.capacity = read_size(part, "capacity");
    if (part.has("energy")) found.energy = read_access_energy(part.table("energy"));
  }
  found.timing = read_memory_parameters(part, 0);
  if (const auto* dram = std::get_if<DramParameters>(&found.timing)) {
    found.capacity = dram->geometry.capacity();
  }
  return found;
}

MemoryPart load_memory_part(const std::string& name) {
  if (is_file_name(name)) return parse_part(read_text(name), name);
  return parse_part(find_part(name).toml, name + ".toml");
}

MemoryParameters load_part(const std::string& name) { return load_memory_part(name).timing; }

std::string part_description(const std::string& name) {
  return TomlTable::parse(find_part(name).toml, name + ".toml").text("description");
}

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const BuiltinTarget& part : builtin_parts()) names.push_back(part.name);
  return names;
}

}  // namespace spillway
