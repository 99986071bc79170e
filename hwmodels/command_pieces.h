// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// Bytes of one word of a command stream, as the command parser of an NPU reads it.
inline constexpr std::int32_t command_word_bytes = 4;
/// The number of bytes that the command parser reads at a time. The value was fitted on runs of
/// single operators on the FVP of the U85 (docs/validation.md) and is used for all processors.
inline constexpr std::int32_t command_piece_bytes = 256;
inline constexpr std::int32_t command_piece_words = command_piece_bytes / command_word_bytes;
/// The command parser requests the next piece as soon as it has at most this number of words left,
/// which is half a piece. The value was fitted on the first kernels of runs of single operators on
/// the FVP of the U85, and on networks on the largest U85.
inline constexpr std::int32_t most_unparsed_words = 32;

}  // namespace spillway
