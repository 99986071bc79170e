// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {

/// The bytes of a weight stream with its end marker: stream_bytes() of them; none for a stream of
/// no weights. Source: mlw_encode.c of Vela 3.10 (encode_slice).
std::vector<std::uint8_t> stream_bits(const std::vector<StreamSection>& sections);

}  // namespace spillway::ethosu
