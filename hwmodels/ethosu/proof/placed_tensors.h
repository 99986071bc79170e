// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/operand_runs.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The tensors of a compiled file that its metadata places in the arena. Views the network.
class PlacedTensors {
 public:
  explicit PlacedTensors(const Network& network);

  /// False also for no_tensor, for constants and for tensors without bytes.
  bool has(TensorIndex tensor) const;

  /// The bytes of a tensor that is placed.
  Run place_of(TensorIndex tensor) const;

 private:
  const Network& network_;
  std::vector<std::int32_t> offsets_;
};

/// What the new places of tensors break outside the processor, in one sentence: a tensor is placed
/// in one of the files only, or an operator of the host writes over its own input in another way
/// than before. Empty = nothing.
std::string placement_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
