// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ethosu::proof {

/// Decodes a weight stream. Returns the weights minus their zero points, in the order in which the
/// processor reads them. Returns nullopt if `bytes` is cut off or is no weight stream. Source:
/// mlw_decode.c of Vela 3.10. This code shares nothing with encoding/stream_bits, which writes the
/// same format, because the proof must not repeat a mistake of the writer.
std::optional<std::vector<std::int16_t>> decoded_weights(const std::vector<std::uint8_t>& bytes);

/// Decodes a weight stream in the fast format of a U85. Returns the weights minus their zero
/// points, in the order in which the processor reads them. After the weights, the result has fewer
/// than fast_padding_limit() values of padding, which fill up the last 32 bytes of the stream. A
/// stream has a multiple of 32 bytes; for another number of bytes or none, returns nullopt.
///
/// Source of the format: the fast encoder of Vela 5.0 (mlw_encode, syntax "FWD"). A stream consists
/// of:
/// - a header of 32 bytes: bit 0 = weights are stored as bytes; bit 1 = indices have 2 bits instead
///   of 4; bits 104 to 111 = a signed number that the encoder has added to weights stored as bytes;
///   from bit 112 on, a table of 16 entries of 9 bits, whose lowest bit is the sign
/// - the weights, either as bytes or as indices into this table
std::optional<std::vector<std::int16_t>> fast_weights(const std::vector<std::uint8_t>& bytes);

/// Returns a number that is larger than the number of padding values in any stream in the fast
/// format. The padding is less than 32 bytes, which hold 128 values of 2 bits.
constexpr std::size_t fast_padding_limit() { return 128; }

}  // namespace spillway::ethosu::proof
