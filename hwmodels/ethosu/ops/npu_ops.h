// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The operations that run operator `op` of a lowered network, in order; none for an operator on
/// the host.
std::vector<NpuOp> npu_ops(const Network& network, std::int32_t op);

/// The operations of an operator that is a part of a split one or that is being split: all of them,
/// and in place of tensors the numbers of the maps between them (op_chain.h, scratch_place()).
std::vector<NpuOp> unplaced_npu_ops(const Network& network, std::int32_t op);

/// Bytes that the operations of an operator need for maps between them; 0 for most.
Bytes scratch_bytes(const Network& network, std::int32_t op);

}  // namespace spillway::ethosu
