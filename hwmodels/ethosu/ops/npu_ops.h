// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The NPU operations of operator `op` of a lowered network, in order; empty for an operator on the
/// host.
std::vector<NpuOp> npu_ops(const Network& network, std::int32_t op);

/// The operations of operator `op` before the maps between them have places. For a part of a split
/// operator, these are the operations of the whole operator. An operand between the operations
/// holds the number of its map instead of a tensor; scratch_place() in op_chain.h reads this
/// number.
std::vector<NpuOp> unplaced_npu_ops(const Network& network, std::int32_t op);

/// The bytes that maps between the operations of an operator need; 0 for most operators.
Bytes scratch_bytes(const Network& network, std::int32_t op);

}  // namespace spillway::ethosu
