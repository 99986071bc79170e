// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::ethosu {

/// Returns the bytes of a weight stream with its end marker: stream_bytes() bytes, none for a
/// stream without weights. Source: mlw_encode.c of Vela 3.10 (encode_slice).
std::vector<std::uint8_t> stream_bits(const std::vector<StreamSection>& sections);

}  // namespace spillway::ethosu
