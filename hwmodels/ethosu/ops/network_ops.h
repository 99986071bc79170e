// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/block/block_search.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// An NPU operation with its block sizes, which do not depend on a plan.
struct BlockedOp {
  NpuOp npu;
  BlockConfig blocks;
};

/// The operations of every operator of a lowered network. An operator on the host has no
/// operations.
using NetworkOps = std::vector<std::vector<BlockedOp>>;

/// Returns the operations of `network`, a lowered network. If Operator::block of an operator is
/// set, the operator's first operation has this block, which must be one of fitting_blocks(). All
/// other operations have the compiler's blocks; operations of a chain (they pass maps on inside the
/// processor) have the blocks of the chain's first operation.
NetworkOps network_ops(const Network& network, const Config& config);

/// Returns, per operator of a lowered network, the blocks that may make the operator faster than
/// the compiler's block (block_alternatives() of its first operation), the most promising ones
/// first.
std::vector<std::vector<OutputBlock>> alternatives_per_operator(const Network& network,
                                                                const Target& target);

/// Sets Operator::block of the operators in `blocks`. Returns what is wrong if an operator does not
/// exist, or if a block does not fit the operator's first operation; empty if nothing is wrong.
std::string set_operator_blocks(Network& network, const Target& target,
                                const OperatorBlocks& blocks);

}  // namespace spillway::ethosu
