// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/ops/network_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Returns the steps and transfers of `ops` under a plan. Weights for which the plan has no flow
/// are read in place; their sizes follow from `options`.
WorkList build_work(const Network& network, const NetworkOps& ops, const Plan& plan,
                    const TensorAddresses& placement, const Target& target,
                    const ScheduleOptions& options);

}  // namespace spillway::ethosu
