// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/program.h"

namespace spillway::ethosu {

/// How many blocks of the kernel before `kernel` may be unfinished while its first blocks start, so
/// that none of them reads what is still to be written; at most `limit`, which is what kernels get
/// that share no data. Judged by the address ranges of the blocks' accesses, so never too many.
std::int32_t block_dependency(const Program& program, std::uint32_t kernel, std::int32_t limit);

}  // namespace spillway::ethosu
