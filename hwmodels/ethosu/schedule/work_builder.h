// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// An NPU operation with its block sizes, which do not depend on a plan.
struct BlockedOp {
  NpuOp npu;
  BlockConfig blocks;
};

/// The operations of every operator of a lowered network. An operator on the host has no
/// operations.
using NetworkOps = std::vector<std::vector<BlockedOp>>;

NetworkOps network_ops(const Network& network, const Config& config);

/// Returns the steps and transfers of `ops` under a plan. Weights for which the plan has no flow
/// are read in place; their sizes follow from `options`.
WorkList build_work(const Network& network, const NetworkOps& ops, const Plan& plan,
                    const TensorAddresses& placement, const Target& target,
                    const ScheduleOptions& options);

}  // namespace spillway::ethosu
