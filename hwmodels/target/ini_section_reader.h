// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/target/ini_file.h"

namespace spillway {

/// Typed, strict access to a section. Every getter throws UserError(input_file) with the line of
/// the key, or with the line of the section if the key is missing.
class IniSectionReader {
 public:
  /// Throws if the section has a key that is not in `known`. `section` must outlive this object.
  IniSectionReader(const IniSection& section, std::vector<std::string> known);

  bool has(const std::string& key) const { return section_.find(key) != nullptr; }

  /// Reads a number from `least` to 1e12.
  double number(const std::string& key, double least) const;
  /// Reads a whole number from 0 to `most`.
  std::int32_t whole(const std::string& key, std::int32_t most = 1'000'000) const;
  /// Reads a whole number from 0 to `most`; returns 0 if the section does not have the key.
  std::int32_t whole_or_zero(const std::string& key, std::int32_t most = 1'000'000) const {
    return has(key) ? whole(key, most) : 0;
  }
  const std::string& one_of(const std::string& key, const std::vector<std::string>& names) const;

 private:
  const IniEntry& entry(const std::string& key) const;

  const IniSection& section_;
};

}  // namespace spillway
