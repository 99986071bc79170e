// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/schedule/work_builder.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// What Vela's formulas need to know of the memories around an operation.
struct VelaSite {
  const Config& config;
  const VelaMemory& ifm;
  const VelaMemory& ofm;
  Cycles constant_latency = 0;  // of the memory that scales are read from; 0 without scales
};

/// Multiply-accumulates as Vela counts them: a reduction over the depth counts its inputs.
std::int64_t vela_macs(const NpuOp& op);

/// NPU cycles of a whole operation by Vela 3.10's formula (npu_performance): every block charged as
/// a full one, the larger of array and output cycles for all blocks plus one of the smaller, and a
/// floor for the block's memory accesses. Without any DMA.
Cycles vela_op_cycles(const BlockedOp& op, const VelaSite& site);

/// Elements that an operation reads and writes, by Vela's formula.
struct VelaElements {
  double ifm = 0;
  double ifm2 = 0;
  double ofm = 0;
  double weights = 0;  // before compression, re-reads included
  double scales = 0;   // records of one channel each
};

VelaElements vela_elements(const BlockedOp& op);

/// How often an operation reads each of its weights: once per block of its rows and columns.
double vela_weight_reads(const BlockedOp& op);

/// `bytes` of a map widened to what a memory moves for them: Vela charges a whole burst for every
/// contiguous run that is shorter.
double vela_widened(double bytes, const FeatureMap& map, const BlockShape& block, bool write,
                    const VelaMemory& memory, std::int32_t cores);

/// Cycles of a transfer between two memories: one latency, then the slower of both.
double vela_transfer_cycles(double bytes, const VelaMemory& from, const VelaMemory& to);

}  // namespace spillway::ethosu
