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
  Cycles constant_latency = 0;  // of the memory that holds the scales; 0 without scales
};

/// The multiply-accumulates of an operation as Vela counts them. A reduction over the depth counts
/// one for each input.
std::int64_t vela_macs(const NpuOp& op);

/// NPU cycles of a whole operation by Vela 3.10's formula (npu_performance), without DMA. Every
/// block is charged as a full one. The result is the larger of array and output cycles for all
/// blocks, plus one block of the smaller, and at least what the block's memory accesses take.
Cycles vela_op_cycles(const BlockedOp& op, const VelaSite& site);

/// The elements that an operation reads and writes, by Vela's formula.
struct VelaElements {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
  double weights = 0;  // before compression, re-reads included
  double scales = 0;   // records of one channel each
};

VelaElements vela_elements(const BlockedOp& op);

/// How often an operation reads each of its weights: once for each block of rows and columns.
double vela_weight_reads(const BlockedOp& op);

/// Rounds `bytes` of a map up to the bytes that the memory moves for them: Vela charges a whole
/// burst for every contiguous run that is shorter than a burst.
double vela_widened(double bytes, const FeatureMap& map, const BlockShape& block, bool write,
                    const VelaMemory& memory, std::int32_t cores);

/// The cycles of a transfer between two memories: one latency, then the time of the slower memory.
double vela_transfer_cycles(double bytes, const VelaMemory& from, const VelaMemory& to);

}  // namespace spillway::ethosu
