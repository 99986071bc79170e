// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/stream.h"

namespace spillway::test {

/// The bits of a stream: what the model counts without writing them.
std::vector<std::uint8_t> write_stream(const std::vector<ethosu::StreamSection>& sections);

/// The weights of a stream, as the NPU's decoder reads them. Throws std::runtime_error when the
/// bytes end before the stream does.
ethosu::WeightSequence decode_stream(const std::vector<std::uint8_t>& bytes);

}  // namespace spillway::test
