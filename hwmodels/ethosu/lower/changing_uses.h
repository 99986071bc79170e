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

  /// The operands of operator `op`, of the writers of its first input and of the readers of its
  /// first output. If `op` is a copy, removing it changes the operands of only these operators.
  std::vector<Operands> around(const Network& network, std::int32_t op) const;

  /// Brings the uses up to date after operators have changed. `before` holds the operands that
  /// these operators had before the change. The network's outputs must not have changed.
  void update(const Network& network, const std::vector<Operands>& before);

 private:
  void take_out(const Operands& operands);
  void put_in(const Operands& operands);
  void count_writers(TensorIndex tensor);

  TensorUses uses_;
  std::vector<std::vector<std::int32_t>> writers_;  // per tensor, ascending
};

}  // namespace spillway::ethosu
