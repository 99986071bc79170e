// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ethosu::proof {

/// Decodes a weight stream. Returns the weights minus their zero points, in the order in which the
/// processor reads them. Returns nothing if `bytes` is cut off or is no weight stream. Source:
/// mlw_decode.c of Vela 3.10. This code shares nothing with encoding/stream_bits, which writes the
/// same format, because the proof must not repeat a mistake of the writer.
std::optional<std::vector<std::int16_t>> decoded_weights(const std::vector<std::uint8_t>& bytes);

}  // namespace spillway::ethosu::proof
