// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Whether the IFM of a column of OFM blocks is read once and stays in the processor's buffer for
/// all its depth blocks: a convolution of one sub-kernel whose channels fit one IFM block.
bool ifm_stays(const Operation& op);

/// Appends what computing the block at `at` reads, in the order ifm, ifm2, weights, scales. Weights
/// and scales of a column of blocks are shared out over its depth blocks by depth.
void append_reads(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

/// Appends what the block at `at` writes.
void append_writes(const Operation& op, const BlockPosition& at, std::vector<Access>& accesses);

}  // namespace spillway::ethosu
