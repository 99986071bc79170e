// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

// How the command parser of an NPU reads the words of command streams.

inline constexpr std::int32_t command_word_bytes = 4;
/// Bytes that are read at a time. Fitted on the single operators of the U85's FVP
/// (docs/validation.md) and used for all processors.
inline constexpr std::int32_t command_piece_bytes = 256;
inline constexpr std::int32_t command_piece_words = command_piece_bytes / command_word_bytes;
/// The next piece is requested when no more than this number of words is left, half a piece. The
/// value fits both the first kernels of these operators and networks on the largest U85.
inline constexpr std::int32_t most_unparsed_words = 32;

}  // namespace spillway
