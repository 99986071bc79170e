// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

// How the command parser of an NPU reads the words of its command streams.

inline constexpr std::int32_t command_word_bytes = 4;
/// Bytes that are read at a time. Fitted on the single operators of the U85's FVP
/// (docs/validation.md); taken for all.
inline constexpr std::int32_t command_piece_bytes = 256;
inline constexpr std::int32_t command_piece_words = command_piece_bytes / command_word_bytes;
/// The next piece is asked for when no more words than these are at hand: half of the one before,
/// which fits both the first kernel of those operators and networks on the largest U85.
inline constexpr std::int32_t most_unparsed_words = 32;

}  // namespace spillway
