// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/ini_section_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace spillway {
namespace {

[[noreturn]] void fail_at(const SourceLocation& where, const std::string& message) {
  throw UserError(ExitCode::input_file, where, message);
}

}  // namespace

IniSectionReader::IniSectionReader(const IniSection& section, std::vector<std::string> known)
    : section_(section) {
  known.emplace_back("inherit");
  for (const IniEntry& entry : section.entries) {
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      fail_at(entry.where, unknown_name_message("key", entry.key, known));
    }
  }
}

const IniEntry& IniSectionReader::entry(const std::string& key) const {
  if (const IniEntry* found = section_.find(key)) return *found;
  fail_at(section_.where, fmt::format("[{}]: missing key '{}'", section_.name, key));
}

double IniSectionReader::number(const std::string& key, double least) const {
  const IniEntry& found = entry(key);
  char* end = nullptr;
  const double value = std::strtod(found.value.c_str(), &end);
  if (found.value.empty() || *end != '\0' || !std::isfinite(value)) {
    fail_at(found.where, fmt::format("{}: expected a number, not '{}'", key, found.value));
  }
  if (value < least) fail_at(found.where, fmt::format("{}: {} is below {}", key, value, least));
  constexpr double most = 1e12;  // the largest quantity in these files is a clock in hertz
  if (value > most) fail_at(found.where, fmt::format("{}: {} is above {}", key, value, most));
  return value;
}

std::int32_t IniSectionReader::whole(const std::string& key, std::int32_t most) const {
  const double value = number(key, 0);
  if (value > most || value != std::floor(value)) {
    fail_at(entry(key).where, fmt::format("{}: expected a whole number up to {}", key, most));
  }
  return static_cast<std::int32_t>(value);
}

const std::string& IniSectionReader::one_of(const std::string& key,
                                            const std::vector<std::string>& names) const {
  const IniEntry& found = entry(key);
  if (std::find(names.begin(), names.end(), found.value) == names.end()) {
    fail_at(found.where,
            fmt::format("{}: {}", key, unknown_name_message("value", found.value, names)));
  }
  return found.value;
}

}  // namespace spillway
