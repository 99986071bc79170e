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

/// Returns the bytes that the NPU reads to fetch the stream itself, rounded up to a multiple of 8.
Bytes command_fetch_bytes(const DecodedStream& stream);

}  // namespace spillway::ethosu
