// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {

/// What an operator reads and writes.
struct Operands {
  std::int32_t op = 0;  // index into Network::operators
  std::vector<TensorIndex> inputs, outputs;
};

/// The uses of a network's tensors while operators change theirs one after the other, without
/// asking all operators again after each change.
class ChangingUses {
 public:
  explicit ChangingUses(const Network& network);

  /// As tensor_uses() of the network as it is.
  const TensorUses& now() const { return uses_; }

  /// Operator `op` with its first input and first output, whoever writes that input and whoever
  /// reads that output: all that removing a copy may change.
  std::vector<Operands> around(const Network& network, std::int32_t op) const;

  /// After a change of the operators in `before`, which has their operands from before it. The
  /// network's outputs are the same.
  void update(const Network& network, const std::vector<Operands>& before);

 private:
  void take_out(const Operands& operands);
  void put_in(const Operands& operands);
  void count_writers(TensorIndex tensor);

  TensorUses uses_;
  std::vector<std::vector<std::int32_t>> writers_;  // per tensor, ascending
};

}  // namespace spillway::ethosu
