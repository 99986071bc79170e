// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan.h"
#include "planner/weight_policy.h"
#include "traces/shape.h"

namespace spillway {

// The alignment of TensorFlow Lite's buffers and of Vela's weights, in bytes.
constexpr Bytes constant_alignment = 16;

/// The constants of a network as they are stored in memory.
struct StoredConstants {
  std::vector<Bytes> tensors;  // size per tensor; 0 = not stored
  /// Per tensor: the other tensor in whose stored bytes this tensor lies, because the two tensors
  /// name the same buffer of the file. no_tensor = the tensor has bytes of its own.
  std::vector<TensorIndex> inside;
  Bytes made_up = 0;

  Bytes total() const;  // bytes; shared bytes count once
};

/// Returns the constants that some operator of `network` reads, with the sizes of the tensors.
StoredConstants stored_constants(const Network& network);

/// Returns the constants that some operator reads, with the sizes that they have in memory. Weights
/// with a flow in `flows` have their encoded size; weights without a flow have the encoded size of
/// a single slice. A tensor that several operators read is stored once, in its largest encoded
/// size.
StoredConstants stored_constants(const Network& network, const WeightNeeds& needs,
                                 const std::vector<WeightFlow>& flows);

/// Places the constants that `plan` does not place yet: one after the other in the order of the
/// tensors, above all residencies of `plan` in `memory`. Tensors that name the same buffer of the
/// file share bytes. Returns the number of bytes that are missing in the memory; 0 = all constants
/// fit.
Bytes lay_out_constants(const Network& network, const StoredConstants& stored, MemoryIndex memory,
                        Plan& plan);

}  // namespace spillway
