// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// What Vela's formulas need besides the operation: the processor, and the memories of the
/// operation's feature maps and scales.
struct VelaSite {
  const Config& config;
  const VelaMemory& ifm;
  const VelaMemory& ofm;
  Cycles constant_latency = 0;  // latency of the memory of the scales; 0 = no scales
};

/// Returns the number of multiply-accumulates of an operation as Vela counts them. A reduction over
/// the depth counts as one multiply-accumulate per input element.
std::int64_t vela_macs(const NpuOp& op);

/// Returns the NPU cycles of a whole operation by Vela 3.10's formula (npu_performance), without
/// DMA:
/// * Every block counts as a full block, and takes at least a quarter of the sum of its memory,
///   array and output cycles.
/// * An elementwise operation takes as long as the output engine needs for all elements of the OFM,
///   including the padding of its layout.
/// * Other operations take the cycles of all blocks in the slower unit (MAC array or output engine)
///   plus the cycles of one block in the faster unit.
Cycles vela_op_cycles(const BlockedOp& op, const VelaSite& site);

/// The number of elements that an operation reads and writes, by Vela's formula.
struct VelaElements {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
  double weights = 0;  // uncompressed; a weight that is read twice counts twice
  double scales = 0;   // number of scale records: one per output channel
};

VelaElements vela_elements(const BlockedOp& op);

/// Returns how often an operation reads each of its weights: once per block of output rows and
/// columns.
double vela_weight_reads(const BlockedOp& op);

/// Returns the bytes that the memory moves for `bytes` bytes of a feature map. Vela counts a whole
/// burst for every contiguous run that is shorter than a burst.
double vela_widened(double bytes, const FeatureMap& map, const BlockShape& block, bool write,
                    const VelaMemory& memory, std::int32_t cores);

/// Returns the cycles of a transfer between two memories. This is the larger of two times: the
/// latency of the source plus the time of the bytes at the rate of the source, and the time of the
/// bytes at the rate of the destination.
double vela_transfer_cycles(double bytes, const VelaMemory& from, const VelaMemory& to);

}  // namespace spillway::ethosu
