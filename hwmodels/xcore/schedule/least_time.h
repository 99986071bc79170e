// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/schedule/emit.h"

namespace spillway::xcore {

/// Lower bounds of the time of operators on a tile. The bounds do not depend on the costs of
/// kernels. The time of an operator is at least each of these times:
/// * the time of its multiply-accumulates, if every instruction uses all lanes of the vector unit
///   (in TFLM's kernels: if every instruction computes one multiply-accumulate);
/// * the time to write its outputs, and to read the inputs of a reduction, by vectors of 32 bytes;
/// * the time that the memory behind the minicache (the small cache in front of external RAM) needs
///   for the accesses through the minicache, where the first lines, as many as the minicache holds,
///   are free.
///
/// All threads of the tile together issue one instruction per cycle; a single thread issues one
/// instruction per `issue_divider` cycles.
class LeastTime {
 public:
  explicit LeastTime(const Target& target);

  /// Returns a lower bound of the cycles that the tile takes for `op`; never negative. `macs` =
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
