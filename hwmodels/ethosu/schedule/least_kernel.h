// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// The least cost of a burst in a memory that no other master uses, in cycles of the processor.
struct LeastAccess {
  double read_latency = 0;  // from the grant on, without its data
  double write_latency = 0;
  double bytes_per_cycle = 0;      // in one direction; 0 = unlimited
  bool one_way_at_a_time = false;  // reads and writes share bytes_per_cycle
  // The bytes of reads that a timing adapter admits on average over many periods, and at once; 0 =
  // unlimited. The first and the last period may be incomplete.
  double admitted_per_cycle = 0, admitted_at_once = 0;
  double port_bytes_per_cycle = 0;  // of its port, in one direction; 0 = unlimited
  double burst_bytes = 0;           // largest burst of its port
};

/// Returns the smallest possible sum of the squares of the burst sizes of a run of bytes, for any
/// start address. Bursts end at multiples of their size, so the first and the last may be shorter.
double least_squares(std::int32_t run, double burst);

/// The times of reads with a limited number of outstanding bytes, in cycles from the first request:
/// when all have arrived, and when the last is requested. Every byte counts as outstanding from its
/// burst's request until the burst has arrived, which takes the latency and the time of the burst's
/// own bytes.
struct ReadsInFlight {
  double come = 0, last_asked = LeastTimes::none;
};

/// `squares`: the sum over the bursts of the squares of their bytes, or a lower bound of it.
ReadsInFlight reads_in_flight(const LeastAccess& memory, Bytes window, double bytes,
                              double squares);

/// Returns one entry per memory of the target. Memories whose model has no fixed latency get 0.
std::vector<LeastAccess> least_accesses(const Target& target);

/// Returns lower bounds of a kernel's times: those of the block pipeline if every stream had its
/// ports to itself, and those of its bytes in each memory. The pipeline's recurrences never
/// decrease if a burst arrives later. For NPUs whose kernels do not overlap.
LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
