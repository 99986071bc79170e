// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ethosu::proof {

/// Decodes the weights of a stream in a U85's fast format, minus their zero points, in the order in
/// which the processor reads them. After the weights come fewer than fast_padding() values that
/// only fill the last 32 bytes. Returns nothing if the number of bytes is no multiple of 32.
/// Source: the fast encoder of Vela 5.0 (mlw_encode, syntax "FWD"):
/// * a header of 32 bytes: bit 0 = weights are stored as bytes; bit 1 = indices have 2 bits, not 4;
///   bits 104..111 = the signed number that is added to bytes; from bit 112 on 16 entries of 9 bits
///   with the sign in the lowest bit
/// * the weights: bytes, or indices of entries
std::optional<std::vector<std::int16_t>> fast_weights(const std::vector<std::uint8_t>& bytes);

/// The number of 2-bit values that fit 32 bytes.
constexpr std::size_t fast_padding() { return 128; }

}  // namespace spillway::ethosu::proof
