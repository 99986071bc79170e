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
/// line and key if the key is missing, of another type or out of range. finish() rejects the keys
/// that no getter has read. A misspelt key is reported where it stands, with the key that was
/// expected. For an optional key, the caller calls has() first, which counts as reading the key.
class TomlTable {
 public:
  /// Parses a file and returns its root table. Throws UserError(input_file) on a syntax error.
  static TomlTable parse(std::string_view text, const std::string& file);

  /// Announces keys that the caller is going to read. This is needed for keys with short names:
  /// otherwise such a key, if it is not read yet, could be taken for a misspelling of a missing
  /// key.
  void announce(const std::vector<std::string>& keys);

  bool has(const std::string& key);
  /// Whether the key exists and holds a table; counts as reading the key.
  bool is_table(const std::string& key);

  std::int64_t integer(const std::string& key, std::int64_t min = 0,
                       std::int64_t max = std::numeric_limits<std::int64_t>::max());
  /// Reads an integer from `min` to `max`, which fits into 32 bits.
  std::int32_t integer32(const std::string& key, std::int32_t min = 0,
                         std::int32_t max = std::numeric_limits<std::int32_t>::max());
  /// Reads a floating-point value or an integer. The default of `max` is enough for every quantity
  /// of a chip or a memory. It exists because times that are computed from much larger values would
  /// not fit into 64 bits.
  double number(const std::string& key, double min = 0, double max = 1e9);
  bool boolean(const std::string& key);
  /// Reads a string of one line without control characters, for names and values.
  std::string string(const std::string& key);
  /// Reads a string with any characters.
  std::string text(const std::string& key);
  std::vector<std::string> strings(const std::string& key);
  /// Reads a string that must be one of `names`. Returns its index in `names`.
  int choice(const std::string& key, const std::vector<std::string>& names);

  TomlTable table(const std::string& key);
  /// Reads an array of tables, [[key]].
  std::vector<TomlTable> tables(const std::string& key);

  /// Returns all keys in the order of the file, for tables whose keys are names of the user's
  /// choice.
  std::vector<std::string> keys() const;

  /// Throws for the first key of this table that no getter has read. Sub-tables need a finish() of
  /// their own.
  void finish() const;

  /// Returns the place (line and column) of the key's value in the file. If there is no such key,
  /// returns the place of the table.
  SourceLocation where(const std::string& key) const;
  SourceLocation where() const;
  /// Returns the place of an element of the key's array.
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
