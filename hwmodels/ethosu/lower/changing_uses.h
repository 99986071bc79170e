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

/// Keeps the TensorUses of a network (which operators write and read each tensor) up to date while
/// a pass changes operators one after the other. A change does not require a new examination of all
/// operators.
class ChangingUses {
 public:
  explicit ChangingUses(const Network& network);

  /// Returns the uses in the network's present state; the result equals that of tensor_uses().
  const TensorUses& now() const { return uses_; }

  /// Returns the operands of operator `op`, of the writers of its first input, and of the readers
  /// of its first output. If `op` is a reshape, these are all operators whose operands change when
  /// it is removed.
  std::vector<Operands> around(const Network& network, std::int32_t op) const;

  /// Brings the uses up to date after operators of the network have changed. `before` holds the
  /// operands that these operators had before the change. The list of the network's outputs must
  /// not have changed.
  void update(const Network& network, const std::vector<Operands>& before);

 private:
  void take_out(const Operands& operands);
  void put_in(const Operands& operands);
  void count_writers(TensorIndex tensor);

  TensorUses uses_;
  std::vector<std::vector<std::int32_t>> writers_;  // per tensor: writing operators, ascending
};

}  // namespace spillway::ethosu
