// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// Bytes of one word of a command stream, as the command parser of an NPU reads it.
inline constexpr std::int32_t command_word_bytes = 4;
/// The command parser reads this many bytes at a time. The value was fitted on the single operators
/// of the U85's FVP (docs/validation.md) and is used for all processors.
inline constexpr std::int32_t command_piece_bytes = 256;
inline constexpr std::int32_t command_piece_words = command_piece_bytes / command_word_bytes;
/// The command parser requests the next piece as soon as at most this number of words, half a
/// piece, is left. The value fits the first kernels of the single operators of the U85's FVP, and
/// networks on the largest U85.
inline constexpr std::int32_t most_unparsed_words = 32;

}  // namespace spillway
