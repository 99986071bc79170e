// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// The least cost of a burst in a memory that no other master uses. Times are in cycles of the
/// processor.
struct LeastAccess {
  double read_latency = 0;  // from the grant on, without the time of the data
  double write_latency = 0;
  double bytes_per_cycle = 0;      // in one direction; 0 = unlimited
  bool one_way_at_a_time = false;  // reads and writes share bytes_per_cycle
  // The bytes of reads that a timing adapter admits per cycle on average, and the bytes that it can
  // admit in addition, because the first and the last period can be incomplete. 0 = unlimited.
  double admitted_per_cycle = 0, admitted_at_once = 0;
  double port_bytes_per_cycle = 0;  // of the memory's port, in one direction; 0 = unlimited
  double burst_bytes = 0;           // the largest burst of the memory's port
  // Whether weights stay in the buffer until the decoder takes them. Weights leave the buffer
  // earlier behind a port that serves requests in the order of their arrival.
  bool keeps_reads = true;
};

/// Returns the smallest possible sum of the squares of the burst sizes of a run of bytes, for any
/// start address. Bursts end at multiples of their size, so the first and the last burst can be
/// shorter.
double least_squares(std::int32_t run, double burst);

/// The most bytes of weights from a memory that the weight decoder's buffer can hold before the
/// feature maps of their kernel are requested; 0 = it does not read ahead.
double buffered_weights(const LeastAccess& memory, const NpuSpec& npu);

/// The times of reads with a limited number of outstanding bytes, in cycles from the first request:
/// when all reads have arrived, and when the last one is requested. Every byte is outstanding
/// during the latency and during the time in which its burst arrives.
struct ReadsInFlight {
  double come = 0, last_asked = LeastTimes::none;
};

/// `squares` is the sum of the squares of the burst sizes, or a lower bound of this sum.
ReadsInFlight reads_in_flight(const LeastAccess& memory, Bytes window, double bytes,
                              double squares);

/// Returns one entry per memory of the target. A memory whose model has no fixed latency gets a
/// latency of 0.
std::vector<LeastAccess> least_accesses(const Target& target);

/// Returns lower bounds of a kernel's times. They are the times of the block pipeline if every
/// stream had its ports to itself, and the times of the kernel's bytes in each memory. If a burst
/// arrives later, no time of the pipeline becomes earlier. The bounds hold for NPUs whose kernels
/// do not overlap.
LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
