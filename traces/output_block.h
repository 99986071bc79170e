// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace spillway {

/// The extents, in elements, of the blocks in which an NPU computes the output of an operator, one
/// block after the other.
struct OutputBlock {
  std::int32_t height = 0, width = 0, depth = 0;
};

/// Blocks of operators, by the operator's index in the lowered network.
using OperatorBlocks = std::map<std::int32_t, OutputBlock>;

/// Returns operator and block as text, such as "3=8x16x32": operator, height, width and depth.
std::string block_text(std::int32_t op, const OutputBlock& block);

/// Parses what block_text() returns. Returns nothing for other texts.
std::optional<std::pair<std::int32_t, OutputBlock>> parse_block_text(std::string_view text);

}  // namespace spillway
