// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/schedule/emit.h"

namespace spillway::xcore {

/// What operators take at least on a tile, whatever their kernels cost. Three things need time:
/// multiply-accumulates fill the lanes of the vector unit (TFLM's kernels do one per instruction);
/// outputs are written by vectors of 32 bytes, and a reduction reads its inputs so; what goes
/// through the minicache takes the memory behind it, but for the lines that the cache may keep. The
/// tile issues one instruction per cycle, and a single thread one in `issue_divider` cycles.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  /// Cycles of the tile, 0 or more. `macs` = multiply-accumulates of the operator.
  Cycles of(const KernelSpec& kernel, const Operator& op, const Network& network,
            const Operands& at, std::int64_t macs) const;

 private:
  struct Moved;

  Moved moved_by(const KernelSpec& kernel, const Operator& op, const Network& network,
                 const Operands& at) const;

  const Target& target_;
  std::vector<double> bytes_per_cycle_;  // per memory; 0 = no limit
};

}  // namespace spillway::xcore
