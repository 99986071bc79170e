// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/proof/operand_runs.h"
#include "traces/network.h"

namespace spillway::ethosu::proof {

/// The tensors of a compiled file that have an offset in the arena according to the file's
/// metadata. The network must outlive this object.
class PlacedTensors {
 public:
  explicit PlacedTensors(const Network& network);

  /// Returns whether the tensor has an offset in the arena. Returns false for no_tensor, for
  /// constants and for tensors without bytes.
  bool has(TensorIndex tensor) const;

  /// Returns the bytes of a tensor in the arena. has(tensor) must be true.
  Run place_of(TensorIndex tensor) const;

 private:
  const Network& network_;
  std::vector<std::int32_t> offsets_;
};

/// Compares the offsets of tensors in two files. Returns the first error as one sentence; empty if
/// there is no error. It is an error if a tensor has an offset in only one of the files. It is also
/// an error if an operator on the host CPU overwrites its own input, unless input and output have
/// the same distance in the original.
std::string placement_difference(const Network& original, const Network& emitted);

}  // namespace spillway::ethosu::proof
