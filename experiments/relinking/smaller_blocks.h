// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// A compiled file with the result of its simulation.
struct BlocksRun {
  std::vector<std::uint8_t> bytes;
  PointResult run;
};

/// The result of divide_blocks().
struct SmallerBlocks {
  std::size_t kernels = 0;    // number of kernels with smaller blocks than before
  std::size_t simulated = 0;  // number of files that were simulated
};

/// Makes the blocks of kernels smaller where this saves time at the design point `point`. Compilers
/// choose large blocks, which fetch fewer bytes. With smaller blocks, a kernel waits less for its
/// first block, and the next kernel waits less for the last block. There are at most two rounds. In
/// each round, each division of blocks is simulated once, applied to all kernels together. Then
/// each kernel gets the division with which the kernel was fastest, or keeps its blocks. `file`
/// changes only if the whole file becomes faster. `source` names the file in error messages.
SmallerBlocks divide_blocks(const std::string& source, const DesignPoint& point, BlocksRun& file);

}  // namespace spillway
