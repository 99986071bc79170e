// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace spillway::ethosu::proof {

/// Decodes the weights of a stream, minus their zero points, in the order in which the processor
/// reads them. Returns nothing if the bytes end before the stream does, or if they are no stream.
/// Source: mlw_decode.c of Vela 3.10. The proof must not repeat a mistake of the writer. So this
/// code shares nothing with encoding/stream_bits, although both describe one format.
std::optional<std::vector<std::int16_t>> decoded_weights(const std::vector<std::uint8_t>& bytes);

}  // namespace spillway::ethosu::proof
