// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// As ProcessorFamily::least_work. The least, over the ways in which an operator can run
/// (whole, in slices of its channels, in stripes of any height) and over the sets of its maps and
/// weights that the fast memory can hold at once, of what least_kernel_times() of its kernels make
/// together. Slices are taken to have no fewer bytes together than the whole. Of operations without
/// kernels nothing is counted. Empty for NPUs whose kernels overlap.
LeastWork least_work(const Network& network, const Target& target, const ScheduleOptions& options,
                     const MemoriesOfPlans& memories);

}  // namespace spillway::ethosu
