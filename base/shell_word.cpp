// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace spillway {

std::string quoted_for_shell(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-+=:.,/@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace spillway
