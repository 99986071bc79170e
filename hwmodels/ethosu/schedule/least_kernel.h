// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// What a burst takes at least in a memory that nobody else uses; in cycles of the processor.
struct LeastAccess {
  double read_latency = 0;  // from the grant on, beside its data
  double write_latency = 0;
  double bytes_per_cycle = 0;       // one way; 0 = unlimited
  double port_bytes_per_cycle = 0;  // of its port, one way; 0 = unlimited
  double burst_bytes = 0;           // largest of its port
};

/// Per memory of the target. Latencies of memories whose model has none that is fixed are 0.
std::vector<LeastAccess> least_accesses(const Target& target);

/// Cycles from the first fetch of a kernel to the end of its last write if every stream had its
/// ports and memories for itself: the recurrences of the block pipeline, which never decrease when
/// a burst comes later. For NPUs whose kernels do not overlap.
double least_kernel_cycles(const Program& program, const Kernel& kernel,
                           const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
