// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {

/// One flow per operator: the plan's where it has one; else, when `options.buffer_weights`, the
/// weights of convolutions in a memory of less bandwidth are copied into what the plan leaves free
/// of the fastest memory that it uses for feature maps: whole when the operator before hides the
/// transfer, else in slices that hide behind each other, through two buffers when they do not all
/// fit, else read in place. Fully-connected weights are read once and always in place, as are those
/// of operators in cascades.
std::vector<WeightFlow> weight_flows(const Network& network, const NetworkOps& ops,
                                     const Plan& plan, const Target& target,
                                     const ScheduleOptions& options);

}  // namespace spillway::ethosu
