// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the NPU operations that compute operator `op` of a lowered network, in the order of
/// execution. Returns an empty vector for an operator that the host CPU runs.
std::vector<NpuOp> npu_ops(const Network& network, std::int32_t op);

/// Returns the NPU operations of operator `op`. If lowering made `op` by splitting another
/// operator, returns the operations of the operator before the split. The feature maps between the
/// operations of a split operator are not yet assigned to tensors: an operand that is such a map
/// contains the number of the map and an offset in this map. scratch_place() in op_chain.h reads
/// both.
std::vector<NpuOp> unplaced_npu_ops(const Network& network, std::int32_t op);

/// Returns the size in bytes of the scratch tensor of operator `op`. The scratch tensor holds the
/// feature maps that one NPU operation of the operator writes and another one reads. The size is 0
/// if the operator has no such maps, which is the case for most operators.
Bytes scratch_bytes(const Network& network, std::int32_t op);

}  // namespace spillway::ethosu
