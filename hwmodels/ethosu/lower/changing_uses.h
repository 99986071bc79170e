// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {

/// The tensors that an operator reads and writes.
struct Operands {
  std::int32_t op = 0;  // index into Network::operators
  std::vector<TensorIndex> inputs, outputs;
};

/// Keeps the uses of tensors up to date while passes change one operator after the other, without
/// examining all operators after each change.
class ChangingUses {
 public:
  explicit ChangingUses(const Network& network);

  /// The uses in the network's present state, as tensor_uses() finds them.
  const TensorUses& now() const { return uses_; }

  /// Operator `op` together with the writers of its first input and the readers of its first
  /// output: all the operators that the removal of a copy may change.
  std::vector<Operands> around(const Network& network, std::int32_t op) const;

  /// Brings the uses up to date after a change of the operators in `before`, which holds their
  /// operands from before the change. The network's outputs must be the same.
  void update(const Network& network, const std::vector<Operands>& before);

 private:
  void take_out(const Operands& operands);
  void put_in(const Operands& operands);
  void count_writers(TensorIndex tensor);

  TensorUses uses_;
  std::vector<std::vector<std::int32_t>> writers_;  // per tensor, ascending
};

}  // namespace spillway::ethosu
