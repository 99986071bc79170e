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
  // Limits of the reads that a timing adapter (Arm's model of a slow memory) admits.
  // admitted_per_cycle is the average in bytes per cycle; 0 = no limit. admitted_at_once is the
  // number of bytes that are admitted in addition, because the adapter's first and last period can
  // be incomplete.
  double admitted_per_cycle = 0, admitted_at_once = 0;
  double port_bytes_per_cycle = 0;  // of the memory's port, in one direction; 0 = unlimited
  double burst_bytes = 0;           // the largest burst of the memory's port
  // Whether weights that have arrived stay in the weight decoder's buffer until the decoder takes
  // them, so that the size of the buffer limits how many weights are read ahead. False if the port
  // serves requests in the order in which they come: the models of such ports let weights leave the
  // buffer as soon as they arrive.
  bool buffer_limits_weights = true;
};

/// A run of `run` bytes is moved in bursts of at most `burst` bytes. Bursts end at multiples of
/// `burst`, so the first and the last burst can be shorter. Returns the sum of the squares of the
/// burst sizes for the start address at which this sum is smallest. Example: 8 bytes in bursts of
/// at most 8 bytes are one burst (64), or two bursts of 4 bytes if they begin in the middle of a
/// burst (32); the result is 32.
double least_squares(std::int32_t run, double burst);

/// Returns an upper bound of the bytes of weights from `memory` that can be in the weight decoder's
/// buffer before the kernel's feature maps are requested; 0 if the decoder does not read ahead.
double buffered_weights(const LeastAccess& memory, const NpuSpec& npu);

/// The times of reads with a limited number of outstanding bytes, in cycles from the first request:
/// `come` is the time at which all data have arrived, `last_asked` is the time at which the last
/// read is requested. Outstanding bytes are requested but have not all arrived: those of a burst
/// are outstanding from its request to the end of its arrival.
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

/// Returns lower bounds of a kernel's times. Each bound of the kernel's end is the larger of two
/// times; the bounds of the next kernel's request come from the first of them alone:
/// * the time of the block pipeline if every stream (feature maps, weights, scales, results) had
///   the ports to itself;
/// * the time to move all bytes of the kernel, for each memory in which reads and writes share the
///   bandwidth or that admits a limited number of bytes per period.
///
/// These are lower bounds because a later arrival of a burst never makes any time of the pipeline
/// earlier. The bounds hold for NPUs whose kernels do not overlap.
LeastTimes least_kernel_times(const Program& program, const Kernel& kernel,
                              const std::vector<LeastAccess>& memories, const NpuSpec& npu);

}  // namespace spillway::ethosu
