// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ethosu::proof {

/// The weights of a stream in a U85's fast format, less their zero points, in the order in which
/// the processor reads them. Behind them are values that only fill the last 32 bytes: fewer than
/// fast_padding() of them. None if the bytes are no whole number of 32 bytes. Source: the fast
/// encoder of Vela 5.0 (mlw_encode, syntax "FWD"):
/// * 32 bytes of header: bit 0 = weights are bytes, bit 1 = indices have 2 bits, not 4; bits
///   104..111 what is added to bytes, signed; from bit 112 on 16 entries of 9 bits, the sign in the
///   lowest bit
/// * the weights: bytes, or indices into the entries
std::optional<std::vector<std::int16_t>> fast_weights(const std::vector<std::uint8_t>& bytes);

/// The number of 2-bit values that fit 32 bytes.
constexpr std::size_t fast_padding() { return 128; }

}  // namespace spillway::ethosu::proof
