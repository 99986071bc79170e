// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/operand_runs.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The tensors that the metadata of a compiled file places in the arena. The network must outlive
/// this object.
class PlacedTensors {
 public:
  explicit PlacedTensors(const Network& network);

  /// Whether the tensor is placed. False also for no_tensor, for constants and for tensors without
  /// bytes.
  bool has(TensorIndex tensor) const;

  /// The bytes of a placed tensor.
  Run place_of(TensorIndex tensor) const;

 private:
  const Network& network_;
  std::vector<std::int32_t> offsets_;
};

/// An error in the new places of tensors, in one sentence: only one of the files places a tensor,
/// or an operator of the host overwrites its own input in another way than in the original. Empty
/// if there is none.
std::string placement_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
