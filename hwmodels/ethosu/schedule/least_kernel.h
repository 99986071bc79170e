// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/least_times.h"
#include "hwmodels/target/target.h"

namespace spillway::ethosu {

/// The least cost of an access to a memory that no other master uses. Times are in cycles of the
/// NPU.
struct LeastAccess {
  double read_latency = 0;  // from the grant of the port to the first data
  double write_latency = 0;
  double bytes_per_cycle = 0;      // in one direction; 0 = unlimited
  bool one_way_at_a_time = false;  // reads and writes share bytes_per_cycle
  // Limits of the reads that a timing adapter admits: the bytes per cycle on average (0 = no
  // limit), and the bytes in addition to this average, because the first and the last period of the
  // adapter can be incomplete.
  double admitted_per_cycle = 0, admitted_at_once = 0;
  double port_bytes_per_cycle = 0;  // of the memory's port, in one direction; 0 = unlimited
  double burst_bytes = 0;           // the largest burst of the memory's port
  // Whether the buffer of the weight decoder limits how many weights are read ahead, because they
  // stay in it until the decoder takes them. False if the port serves requests in the order of
  // their arrival: weights then leave the buffer when they arrive.
  bool buffer_limits_weights = true;
};

/// A run of `run` bytes is moved in bursts of at most `burst` bytes. Bursts end at multiples of
/// `burst`, so the first and the last burst can be shorter. Returns the smallest possible sum of
/// the squares of the burst sizes, for any start address.
double least_squares(std::int32_t run, double burst);

/// Returns an upper bound of the bytes of weights from `memory` that can be in the weight decoder's
/// buffer before the kernel's feature maps are requested; 0 if the decoder does not read ahead.
double buffered_weights(const LeastAccess& memory, const NpuSpec& npu);

/// The times of reads with a limited number of outstanding bytes, in cycles from the first request:
/// `come` is the arrival of all reads, and `last_asked` is the request of the last read. The bytes
/// of a burst are outstanding during the latency and during the arrival of the burst.
struct ReadsInFlight {
  double come = 0, last_asked = LeastTimes::none;
};

/// Returns lower bounds of the times of reads of `bytes` bytes, with at most `window` outstanding
/// bytes. `squares` is the sum of the squares of the burst sizes, or a lower bound of this sum.
ReadsInFlight reads_in_flight(const LeastAccess& memory, Bytes window, double bytes,
                              double squares);

/// Returns one LeastAccess per memory of the target. A memory whose timing model has no fixed
/// latency gets a latency of 0.
std::vector<LeastAccess> least_accesses(const Target& target);

/// Returns lower bounds of a kernel's times. Each bound is the larger of two times:
/// * the time of the block pipeline if every stream (feature maps, weights, scales, results) had
///   the ports to itself;
/// * the time of the kernel's bytes in each memory.
///
/// A later arrival of a burst never makes a time of the pipeline earlier. The bounds hold for NPUs
/// whose kernels do not overlap.
LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
