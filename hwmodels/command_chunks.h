// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace spillway {

/// The size of one word of an NPU's command stream, in bytes.
inline constexpr std::int32_t command_word_bytes = 4;
/// The number of bytes that the command parser reads at a time. The value was fitted on runs of
/// single operators on the FVP of the U85 (docs/validation.md) and is used for all NPUs.
inline constexpr std::int32_t command_chunk_bytes = 256;
inline constexpr std::int32_t command_chunk_words = command_chunk_bytes / command_word_bytes;
/// The command parser reads a command stream in chunks of command_chunk_bytes. It requests the next
/// chunk as soon as at most this number of words, half a chunk, is not parsed yet. The value was
/// fitted on the first kernels of runs of single operators on the FVP of the U85, and on networks
/// on the largest U85.
inline constexpr std::int32_t most_unparsed_words = 32;

}  // namespace spillway
