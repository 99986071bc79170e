// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A compiled file and its run.
struct BlocksRun {
  std::vector<std::uint8_t> bytes;
  PointResult run;
};

/// The outcome of divide_blocks().
struct SmallerBlocks {
  std::size_t kernels = 0;    // kernels with smaller blocks than before
  std::size_t simulated = 0;  // files that were simulated
};

/// Divides the blocks of those kernels of `file` that become faster at `point`. The compiler
/// chooses the largest blocks, because they fetch the fewest bytes. With smaller blocks, a kernel
/// waits less for its first block, and the next kernel waits less for the last one. Every division
/// is simulated once, applied to all kernels together, and each kernel keeps its best division.
/// `file` changes only if it becomes faster as a whole.
SmallerBlocks divide_blocks(const std::string& source, const DesignPoint& point, BlocksRun& file);

}  // namespace spillway
