// SPDX-License-Identifier: Apache-2.0
#include "traces/output_block.h"

#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

constexpr std::int64_t largest_index = 1 << 24;
constexpr std::int64_t largest_extent = 1 << 12;

std::optional<std::int32_t> number_in(std::string_view text, std::int64_t least,
                                      std::int64_t most) {
  const std::optional<std::int64_t> number = parse_integer(text);
  if (!number || *number < least || *number > most) return std::nullopt;
  return static_cast<std::int32_t>(*number);
}

}  // namespace

std::string block_text(std::int32_t op, const OutputBlock& block) {
  return fmt::format("{}={}x{}x{}", op, block.height, block.width, block.depth);
}

std::optional<std::pair<std::int32_t, OutputBlock>> parse_block_text(std::string_view text) {
  const std::vector<std::string> sides = split(std::string(text), '=');
  if (sides.size() != 2) return std::nullopt;
  const std::vector<std::string> extents = split(sides[1], 'x');
  if (extents.size() != 3) return std::nullopt;
  const auto op = number_in(sides[0], 0, largest_index);
  const auto height = number_in(extents[0], 1, largest_extent);
  const auto width = number_in(extents[1], 1, largest_extent);
  const auto depth = number_in(extents[2], 1, largest_extent);
  if (!op || !height || !width || !depth) return std::nullopt;
  return std::pair(*op, OutputBlock{*height, *width, *depth});
}

}  // namespace spillway
