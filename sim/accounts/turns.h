// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "hwmodels/program.h"

namespace spillway::sim {

/// Hands the processor from operator to operator. Operators have one turn each, in order; those of
/// a cascade, whose kernels alternate, have one per run of kernels.
class Turns {
 public:
  Turns() = default;
  explicit Turns(const Program& program);

  /// Whether operators take the same turns; kernels may differ.
  bool same_as(const Turns& other) const {
    return owners_ == other.owners_ && first_ == other.first_;
  }

  std::size_t count() const { return owners_.size(); }
  OperatorIndex owner(std::size_t turn) const { return owners_[turn]; }
  std::size_t first_of(OperatorIndex op) const { return at(first_, op); }
  /// `kernel` is one of the program's.
  std::size_t of(const Kernel& kernel) const { return at(kernels_, &kernel - first_kernel_); }

 private:
  void begin(OperatorIndex op);

  const Kernel* first_kernel_ = nullptr;
  std::vector<OperatorIndex> owners_;  // per turn
  std::vector<std::size_t> first_;     // turn of each operator's first work
  std::vector<std::size_t> kernels_;   // turn of each kernel
};

}  // namespace spillway::sim
