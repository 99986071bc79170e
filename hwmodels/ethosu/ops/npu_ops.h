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

/// All operations of an operator that is a part of a split one or that is being split. Operands
/// between the operations do not name tensors; they hold numbers of maps, which scratch_place() in
/// op_chain.h reads.
std::vector<NpuOp> unplaced_npu_ops(const Network& network, std::int32_t op);

/// The bytes that maps between the operations of an operator need; 0 for most operators.
Bytes scratch_bytes(const Network& network, std::int32_t op);

}  // namespace spillway::ethosu
