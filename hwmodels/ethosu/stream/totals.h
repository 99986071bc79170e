// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/units.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Totals of an operation over all its blocks. Bytes are bytes on the bus, rounded up to whole
/// beats.
struct OperationTotals {
  std::int64_t blocks = 0;
  Cycles mac_array_cycles = 0;
  double output_cycles = 0;
  Bytes ifm = 0, ifm2 = 0, weights = 0, scales = 0, ofm = 0;
};

OperationTotals operation_totals(const Config& config, const Operation& op);

/// The bytes on the bus that a command stream reads and writes in each region. `read` does not
/// include the words of the stream itself.
struct StreamTotals {
  std::array<Bytes, region_count> read{};
  std::array<Bytes, region_count> written{};
  Bytes written_internal = 0;  // into the processor's own memory
  Bytes commands = 0;          // of the stream's words, rounded up to 8
};

StreamTotals stream_totals(const DecodedStream& stream);

/// Returns the bytes that the NPU reads to fetch the stream itself, rounded up to a multiple of 8.
Bytes command_fetch_bytes(const DecodedStream& stream);

}  // namespace spillway::ethosu
