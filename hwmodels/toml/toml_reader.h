// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace spillway {

/// One table of a TOML file, read strictly. Every getter throws UserError(input_file) with file,
/// line and key when the key is missing, of another type or out of range; finish() rejects the
/// keys that nobody asked for. A misspelt key is reported where it stands, with the key that was
/// expected. Optional keys: ask has() first, which counts as asking for the key.
class TomlTable {
 public:
  /// The root table. Throws UserError(input_file) on a syntax error.
  static TomlTable parse(std::string_view text, const std::string& file);

  /// Keys that the caller is going to ask for. Needed where names are so short that a missing key
  /// would otherwise be taken for a misspelling of one of the others.
  void announce(const std::vector<std::string>& keys);

  bool has(const std::string& key);
  /// True when the key is there and holds a table; counts as asking for the key.
  bool is_table(const std::string& key);

  std::int64_t integer(const std::string& key, std::int64_t min = 0,
                       std::int64_t max = std::numeric_limits<std::int64_t>::max());
  /// As integer(), narrowed.
  std::int32_t integer32(const std::string& key, std::int32_t min = 0,
                         std::int32_t max = std::numeric_limits<std::int32_t>::max());
  /// A floating-point value or an integer. No quantity of a chip or a memory needs more than the
  /// default limit in its unit, and far beyond it times would no longer fit.
  double number(const std::string& key, double min = 0, double max = 1e9);
  bool boolean(const std::string& key);
  /// One line without control characters, as names and values are.
  std::string string(const std::string& key);
  /// Any text.
  std::string text(const std::string& key);
  std::vector<std::string> strings(const std::string& key);
  /// A string that must be one of `names`; its index among them.
  int choice(const std::string& key, const std::vector<std::string>& names);

  TomlTable table(const std::string& key);
  /// An array of tables, [[key]].
  std::vector<TomlTable> tables(const std::string& key);

  /// All keys in the order of the file, for tables whose keys are names of the user's choice.
  std::vector<std::string> keys() const;

  /// Throws for the first key of this table that no getter asked for. Sub-tables have their own.
  void finish() const;

  /// Where the key's value stands; the table itself when it has no such key.
  SourceLocation where(const std::string& key) const;
  SourceLocation where() const;
  /// Where an element of the key's array stands.
  SourceLocation where(const std::string& key, std::size_t element) const;

  /// Throws UserError(input_file): "FILE:LINE:COLUMN: KEY: message".
  [[noreturn]] void fail(const std::string& key, const std::string& message) const;

 private:
  struct Data;
  explicit TomlTable(std::shared_ptr<Data> data) : data_(std::move(data)) {}
  void require_line(const std::string& key, std::string_view line) const;

  std::shared_ptr<Data> data_;
};

}  // namespace spillway
