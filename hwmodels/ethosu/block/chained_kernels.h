// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Whether `op` is an elementwise operation that takes an operand directly from the previous
/// operation, without a memory in between. Only a U85 has the buffer for chained operands.
bool takes_chained_operand(const Operation& op);

/// Whether the operation passes its result to another operation inside the processor, or takes an
/// operand in this way.
bool is_chained(const Operation& op);

/// Joins the program's last kernel, which takes an operand inside the processor, with the kernel
/// before it. Returns true if the kernels were joined. Returns false, and changes nothing, if the
/// program has a single kernel or if the two kernels have different numbers of blocks. The output
/// engine of a U85 applies both operations to a block, one after the other, while the MAC array
/// computes the next block. On Arm's FVP, a convolution with a chained addition takes the cycles of
/// the array or the output cycles of both operations together, whichever are more.
bool join_last_kernels(Program& program);

}  // namespace spillway::ethosu
