// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "hwmodels/program.h"

namespace spillway::sim {

/// Divides the processor's time into turns of operators. An operator outside of a cascade has one
/// turn. In a cascade, the kernels of several operators alternate; each sequence of kernels of one
/// operator is a turn. Turns are numbered from 0, in the order in which they run.
class Turns {
 public:
  Turns() = default;
  explicit Turns(const Program& program);

  /// Whether both programs have the same operators in the same turns; their kernels may differ.
  bool same_as(const Turns& other) const {
    return owners_ == other.owners_ && first_ == other.first_;
  }

  std::size_t count() const { return owners_.size(); }
  OperatorIndex owner(std::size_t turn) const { return owners_[turn]; }
  std::size_t first_of(OperatorIndex op) const { return at(first_, op); }
  /// Returns the number of the turn of `kernel`, which must be one of the program's kernels.
  std::size_t of(const Kernel& kernel) const { return at(kernels_, &kernel - first_kernel_); }

 private:
  void begin(OperatorIndex op);

  const Kernel* first_kernel_ = nullptr;
  std::vector<OperatorIndex> owners_;  // for each turn, its operator
  std::vector<std::size_t> first_;     // for each operator, the number of its first turn
  std::vector<std::size_t> kernels_;   // for each kernel, the number of its turn
};

}  // namespace spillway::sim
