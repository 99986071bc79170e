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

/// A section with what it inherits: an entry `inherit=SECTION` takes over all entries of another
/// section that this one does not set itself.
struct IniSection {
  std::string name;
  SourceLocation where;
  std::vector<IniEntry> entries;

  const IniEntry* find(std::string_view key) const;
};

struct IniFile {
  std::string file;
  std::vector<IniSection> sections;

  /// Names of the sections that begin with `prefix`, without it.
  std::vector<std::string> names(std::string_view prefix) const;
  const IniSection* find(std::string_view name) const;
};

/// Reads `[section]`, `key = value` and comments from ; or # to the end of a line of its own, and
/// resolves inheritance. Throws UserError(input_file) with line and column on anything else, on a
/// section or key that is there twice, and on inheritance from a section that is missing or
/// inherits in a circle.
IniFile parse_ini(std::string_view text, const std::string& file);

}  // namespace spillway
