// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Whether an elementwise operation takes an operand from the operation before it without a memory
/// in between. Only a U85 has the buffer for this.
bool takes_chained_operand(const Operation& op);

/// Joins the program's last kernel, which takes a chained operand, with the kernel before it. The
/// output engine of a U85 applies both operations to a block, one after the other, while the array
/// computes the next block. Arm's FVP shows this: a convolution with a chained addition takes as
/// long as its array, or as the output of both together. Returns false, and changes nothing, if the
/// kernels have different numbers of blocks.
bool join_last_kernels(Program& program);

}  // namespace spillway::ethosu
