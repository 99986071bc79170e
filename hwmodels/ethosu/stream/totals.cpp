// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/totals.h"

#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

Bytes& counter(OperationTotals& totals, DataClass data) {
  switch (data) {
    case DataClass::ifm2:
      return totals.ifm2;
    case DataClass::weights:
      return totals.weights;
    case DataClass::scales:
      return totals.scales;
    case DataClass::ofm:
      return totals.ofm;
    default:
      return totals.ifm;
  }
}

}  // namespace

OperationTotals operation_totals(const Config& config, const Operation& op) {
  OperationTotals totals;
  std::vector<Access> accesses;
  for_each_block(op, [&](const BlockPosition& at) {
    ++totals.blocks;
    totals.mac_array_cycles += mac_array_cycles(config, op, at.shape);
    totals.output_cycles += output_cycles(config, op, at.shape);
    accesses.clear();
    append_reads(config, op, at, accesses);
    append_writes(op, at, accesses);
    for (const Access& access : accesses) {
      counter(totals, access.data) += bytes_on_bus(access, config.beat_bytes);
    }
  });
  return totals;
}

Bytes command_fetch_bytes(const DecodedStream& data) {
  constexpr Bytes word = 8;  // in bytes; the same on all products
  return (data.bytes() + word - 1) / word * word;
}

}  // namespace spillway::ethosu
