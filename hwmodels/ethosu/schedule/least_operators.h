// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Implements ProcessorFamily::least_work: returns lower bounds of the time of each operator, from
/// the times of its kernels (least_kernel_times()).
/// * A bound is the minimum over all ways to run the operator (whole, in slices of its channels, or
///   in stripes of any height) and over all sets of feature maps and weights that fit into fast
///   memory.
/// * The weights of all slices together are assumed to take at least as many bytes as the unsliced
///   weights.
/// * Operations without kernels take no time.
/// * For NPUs whose kernels overlap in time, the result has no bounds of operators, only
///   constants_latency and buffered_weights.
LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories);

/// Sets ProgramOperator::least, a lower bound of each operator's cycles:
/// * Operators on the NPU: the number of their multiply-accumulates, divided by twice the NPU's
///   rate, because the NPU can skip half of the weights if they are sparse.
/// * Operators on the CPU: the time of their accesses at the bandwidths of the memories, one access
///   after the other. The CPU's computing time is not included, because no vendor publishes it.
void set_least_times(const Target& target, Program& program);

}  // namespace spillway::ethosu
