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

/// What dividing blocks has won.
struct SmallerBlocks {
  std::size_t kernels = 0;    // that have smaller blocks than before
  std::size_t simulated = 0;  // files that were tried
};

/// Divides the blocks of the kernels of `file` that run faster so at `point`. The compiler takes
/// the largest blocks, which fetch the fewest bytes; smaller ones make a kernel wait less for its
/// first block, and the next kernel less for its last. All kernels are tried together, once per
/// division, and each one keeps what is best for itself. `file` changes only if the whole of it is
/// faster.
SmallerBlocks divide_blocks(const std::string& source, const DesignPoint& point, BlocksRun& file);

}  // namespace spillway
