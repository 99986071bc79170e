// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/ini_file.h"

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr std::string_view inherit_key = "inherit";

[[noreturn]] void fail(const SourceLocation& where, const std::string& message) {
  throw UserError(ExitCode::input_file, where, message);
}

int column_of(std::string_view line, std::string_view part) {
  return static_cast<int>(part.data() - line.data()) + 1;
}

void begin_section(IniFile& ini, std::string_view line, SourceLocation where) {
  if (line.back() != ']') fail(where, fmt::format("'{}': expected a closing ]", line));
  const std::string name(trim(line.substr(1, line.size() - 2)));
  if (ini.find(name) != nullptr) fail(where, fmt::format("section [{}] is there twice", name));
  ini.sections.push_back({name, std::move(where), {}});
}

void add_entry(IniFile& ini, std::string_view line, SourceLocation where) {
  const std::size_t separator = line.find_first_of("=:");
  if (separator == std::string_view::npos) {
    fail(where, fmt::format("'{}': expected key=value or [section]", line));
  }
  if (ini.sections.empty()) fail(where, "expected a [section] before the first key");
  IniSection& section = ini.sections.back();
  std::string key(trim(line.substr(0, separator)));
  if (section.find(key) != nullptr) fail(where, fmt::format("key '{}' is there twice", key));
  section.entries.push_back(
      {std::move(key), std::string(trim(line.substr(separator + 1))), std::move(where)});
}

IniSection resolved(const IniFile& ini, const IniSection& section, std::size_t depth) {
  const IniEntry* inherit = section.find(inherit_key);
  if (inherit == nullptr) return section;
  if (depth > ini.sections.size()) fail(inherit->where, "inherit: sections inherit in a circle");
  const IniSection* base = ini.find(inherit->value);
  if (base == nullptr) {
    fail(inherit->where, unknown_name_message("section", inherit->value, ini.names("")));
  }
  IniSection whole = section;
  for (const IniEntry& entry : resolved(ini, *base, depth + 1).entries) {
    if (whole.find(entry.key) == nullptr) whole.entries.push_back(entry);
  }
  return whole;
}

}  // namespace

const IniEntry* IniSection::find(std::string_view key) const {
  for (const IniEntry& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const IniSection* IniFile::find(std::string_view name) const {
  for (const IniSection& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

std::vector<std::string> IniFile::names(std::string_view prefix) const {
  std::vector<std::string> found;
  for (const IniSection& section : sections) {
    if (section.name.compare(0, prefix.size(), prefix) == 0) {
      found.push_back(section.name.substr(prefix.size()));
    }
  }
  return found;
}

IniFile parse_ini(std::string_view text, const std::string& file) {
  IniFile ini;
  ini.file = file;
  int number = 0;
  text = without_byte_order_mark(text);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view whole = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty() || line[0] == ';' || line[0] == '#') continue;
    const SourceLocation where{file, number, column_of(whole, line)};
    if (line[0] == '[') {
      begin_section(ini, line, where);
    } else {
      add_entry(ini, line, where);
    }
  }
  IniFile whole = ini;
  for (IniSection& section : whole.sections) section = resolved(ini, section, 0);
  return whole;
}

}  // namespace spillway
