// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/row_check.h"

#include <algorithm>

#include "base/hash.h"

namespace spillway {
namespace {

std::string checksum_of(std::string_view row) {
  Hash hash;
  hash.add(row);
  return hash.text();
}

}  // namespace

std::string with_check_column(std::string_view header) {
  const bool line = !header.empty() && header.back() == '\n';
  if (line) header.remove_suffix(1);
  std::string text(header);
  text += ',';
  text += row_check_column;
  if (line) text += '\n';
  return text;
}

std::string with_row_check(std::string_view row) {
  return std::string(row) + "," + checksum_of(row);
}

std::optional<std::string_view> checked_row(std::string_view line) {
  const std::size_t comma = line.rfind(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view row = line.substr(0, comma);
  if (line.substr(comma + 1) != checksum_of(row)) return std::nullopt;
  return row;
}

std::string with_row_checks(std::string_view csv) {
  std::string text;
  for (std::size_t begin = 0; begin < csv.size();) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    const std::string_view line = csv.substr(begin, end - begin);
    text += (begin == 0 ? with_check_column(line) : with_row_check(line)) + "\n";
    begin = end + 1;
  }
  return text;
}

}  // namespace spillway
