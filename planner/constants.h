// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "planner/plan.h"
#include "planner/weight_policy.h"
#include "traces/shape.h"

namespace spillway {

// Of TensorFlow Lite's buffers, and of Vela's weights.
constexpr Bytes constant_alignment = 16;

/// What a network keeps in the memory of its constants.
struct StoredConstants {
  std::vector<Bytes> tensors;       // per tensor; 0 = it is not stored
  std::vector<TensorIndex> inside;  // per tensor: the one in whose bytes it lies, as both name one
                                    // buffer of the file; no_tensor = it has bytes of its own
  Bytes made_up = 0;

  Bytes total() const;  // every buffer once
};

/// The constants of `network` that some operator reads, as large as the tensors are.
StoredConstants stored_constants(const Network& network);

/// The same with weights as large as `flows` has them encoded, and in place where it has none. An
/// operator that reads several weights, or the same ones several times, has each of them once.
StoredConstants stored_constants(const Network& network, const WeightNeeds& needs,
                                 const std::vector<WeightFlow>& flows);

/// Adds the constants that have no place in `plan`, one after the other in the order of the
/// tensors, behind what else lies in `memory`; those of one buffer inside each other. Returns the
/// bytes that are missing there; 0 = all fit.
Bytes lay_out_constants(const Network& network, const StoredConstants& stored, MemoryIndex memory,
                        Plan& plan);

}  // namespace spillway
