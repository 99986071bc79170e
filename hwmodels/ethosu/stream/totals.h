// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/units.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// Totals of an operation over all its blocks. Bytes are counted on the bus, in whole beats.
struct OperationTotals {
  std::int64_t blocks = 0;
  Cycles mac_array_cycles = 0;
  double output_cycles = 0;
  Bytes ifm = 0, ifm2 = 0, weights = 0, scales = 0, ofm = 0;
};

OperationTotals operation_totals(const Config& config, const Operation& op);

/// The bytes on the bus that a stream reads and writes in each region. Fetching the stream itself
/// is not included in `read`.
struct StreamTotals {
  std::array<Bytes, region_count> read{};
  std::array<Bytes, region_count> written{};
  Bytes written_internal = 0;  // into the processor's own memory, not on a bus
  Bytes commands = 0;          // read to fetch the stream, in whole words of 8 bytes
};

StreamTotals stream_totals(const DecodedStream& stream);

/// The bytes that are read to fetch the stream itself.
Bytes command_fetch_bytes(const DecodedStream& stream);

}  // namespace spillway::ethosu
