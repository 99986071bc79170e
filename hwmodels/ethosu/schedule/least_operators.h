// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Implements ProcessorFamily::least_work. Per operator, it takes the minimum over the ways in
/// which the operator can run (whole, in slices of its channels, in stripes of any height) and over
/// the sets of maps and weights that fast memory can hold at once. The time of each case is the
/// combination of least_kernel_times() of its kernels. Slices are assumed to have no fewer bytes
/// together than the complete weights. Operations without kernels do not count. For NPUs whose
/// kernels overlap, there are no operators, only the latency of constants.
LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories);

}  // namespace spillway::ethosu
