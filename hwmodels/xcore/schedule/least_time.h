// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/schedule/emit.h"

namespace spillway::xcore {

/// Lower bounds of the time of operators on a tile, whatever their kernels cost. A bound counts
/// three parts. Multiply-accumulates use all lanes of the vector unit (TFLM's kernels do one per
/// instruction). Outputs are written, and inputs of a reduction read, by vectors of 32 bytes.
/// Accesses through the minicache need time of the memory behind it, except for as many lines as
/// the cache holds. The tile issues one instruction per cycle, a single thread one per
/// `issue_divider` cycles.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  /// A lower bound of the cycles that the tile takes for `op`; never negative. `macs` =
  /// multiply-accumulates of the operator.
  Cycles of(const KernelSpec& kernel, const Operator& op, const Network& network,
            const Operands& at, std::int64_t macs) const;

 private:
  struct Moved;

  Moved moved_by(const KernelSpec& kernel, const Operator& op, const Network& network,
                 const Operands& at) const;

  const Target& target_;
  std::vector<double> bytes_per_cycle_;  // per memory: the most bytes per cycle; 0 = no limit
};

}  // namespace spillway::xcore
