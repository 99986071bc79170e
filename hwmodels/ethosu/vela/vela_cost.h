// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/schedule/work_builder.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// The processor and the memories around an operation, as Vela's formulas use them.
struct VelaSite {
  const Config& config;
  const VelaMemory& ifm;
  const VelaMemory& ofm;
  Cycles constant_latency = 0;  // latency of the memory of the scales; 0 = no scales
};

/// The number of multiply-accumulates of an operation as Vela counts them. A reduction over the
/// depth counts one per input element.
std::int64_t vela_macs(const NpuOp& op);

/// The NPU cycles of a whole operation by Vela 3.10's formula (npu_performance), without DMA. Every
/// block counts as a full block. The result is the cycles of all blocks in the slower unit (array
/// or output engine), plus one block in the faster unit. A block takes at least the time of its
/// memory accesses.
Cycles vela_op_cycles(const BlockedOp& op, const VelaSite& site);

/// How many elements an operation reads and writes, by Vela's formula.
struct VelaElements {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
  double weights = 0;  // before compression; repeated reads count
  double scales = 0;   // number of records; a channel has one
};

VelaElements vela_elements(const BlockedOp& op);

/// How often an operation reads each of its weights: once for each block of rows and columns.
double vela_weight_reads(const BlockedOp& op);

/// Rounds `bytes` of a map up to the bytes that the memory moves for them: Vela charges a whole
/// burst for every contiguous run that is shorter than a burst.
double vela_widened(double bytes, const FeatureMap& map, const BlockShape& block, bool write,
                    const VelaMemory& memory, std::int32_t cores);

/// The cycles of a transfer between two memories: the latency of the source and the time of the
/// slower memory.
double vela_transfer_cycles(double bytes, const VelaMemory& from, const VelaMemory& to);

}  // namespace spillway::ethosu
