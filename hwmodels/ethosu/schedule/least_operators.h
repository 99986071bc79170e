// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Implements ProcessorFamily::least_work: returns lower bounds of the time of each operator. A
/// bound is the minimum over these choices:
/// * the operator runs whole, in slices of its channels, or in stripes of any height
/// * fast memory holds any set of feature maps and weights that fits
/// least_kernel_times() gives the times of the kernels. All slices together are assumed to have at
/// least the bytes of the unsliced weights. Operations without kernels do not count. For NPUs whose
/// kernels overlap, the result has no operators, but only the latency of constants.
LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories);

}  // namespace spillway::ethosu
