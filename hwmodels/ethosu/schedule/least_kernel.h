// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// What a burst takes at least in a memory that nobody else uses; in cycles of the processor.
struct LeastAccess {
  double read_latency = 0;  // from the grant on, beside its data
  double write_latency = 0;
  double bytes_per_cycle = 0;      // one way; 0 = unlimited
  bool one_way_at_a_time = false;  // reads and writes share that
  // Reads over many periods of an adapter that admits so many in each; 0 = unlimited. The first and
  // the last period may be cut.
  double admitted_per_cycle = 0, admitted_at_once = 0;
  double port_bytes_per_cycle = 0;  // of its port, one way; 0 = unlimited
  double burst_bytes = 0;           // largest of its port
};

/// The least sum of the squares of the bytes of a run's bursts, wherever it begins: bursts end at
/// multiples of their size, so that the first and the last may be cut short.
double least_squares(std::int32_t run, double burst);

/// Reads of which only so many bytes are under way at once, in cycles from the first request on:
/// when all have come and when the last of them is asked for. Every byte takes room from its
/// burst's request until the burst has come, which is the latency and the time of its own bytes.
struct ReadsInFlight {
  double come = 0, last_asked = LeastTimes::none;
};

/// `squares`: the sum over the bursts of the square of their bytes, or less.
ReadsInFlight reads_in_flight(const LeastAccess& memory, Bytes window, double bytes,
                              double squares);

/// Per memory of the target. Latencies of memories whose model has none that is fixed are 0.
std::vector<LeastAccess> least_accesses(const Target& target);

/// What a kernel takes if every stream had its ports for itself: the recurrences of the block
/// pipeline, which never decrease when a burst comes later; and what its bytes take in each memory.
/// For NPUs whose kernels do not overlap.
LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
