// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace spillway {

struct IniEntry {
  std::string key;
  std::string value;
  SourceLocation where;
};

/// A section of an INI file with its own and its inherited entries. `inherit=SECTION` adds all
/// entries of another section that this section does not set itself.
struct IniSection {
  std::string name;
  SourceLocation where;
  std::vector<IniEntry> entries;

  const IniEntry* find(std::string_view key) const;
};

struct IniFile {
  std::string file;
  std::vector<IniSection> sections;

  /// Returns the names of all sections that begin with `prefix`, without the prefix.
  std::vector<std::string> names(std::string_view prefix) const;
  const IniSection* find(std::string_view name) const;
};

/// Reads `[section]`, `key = value` and comments (whole lines that begin with ; or #), and resolves
/// inheritance. Throws UserError(input_file) with line and column for every other line, for
/// duplicate sections or keys, and for inheritance from a missing section or in a circle.
IniFile parse_ini(std::string_view text, const std::string& file);

}  // namespace spillway
