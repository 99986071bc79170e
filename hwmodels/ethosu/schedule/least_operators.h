// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Implements ProcessorFamily::least_work. For each operator, takes the minimum over the ways in
/// which the operator can run (whole, in slices of its channels, in stripes of any height) and over
/// the sets of maps and weights that fast memory can hold at once. The time of each case is
/// combined from least_kernel_times() of its kernels. Slices are assumed to have together at least
/// the bytes of the unsliced weights. Operations without kernels do not count. For NPUs whose
/// kernels overlap, the result has no operators, only the latency of constants.
LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories);

}  // namespace spillway::ethosu
