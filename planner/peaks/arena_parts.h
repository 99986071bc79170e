// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// The bytes of a plan in one memory, grouped by whether another network may use them between two
/// inferences.
struct ArenaPart {
  Bytes persistent = 0;  // variables and operator data, which keep their contents
  Bytes constants = 0;   // weights and tables that are in the memory during the complete run
  Bytes scratch = 0;     // everything else: feature maps, copies of weights, workspaces

  /// Returns the number of bytes that another network must not use.
  Bytes kept() const { return persistent + constants; }
  /// Returns the highest end address of the plan in the memory.
  Bytes total() const { return persistent + constants + scratch; }
};

/// A tensor that keeps its contents between inferences.
struct PersistentTensor {
  std::string name;
  TensorKind kind = TensorKind::variable;
  MemoryIndex memory = no_memory;
  Bytes bytes = 0;
};

/// Returns one element per memory of `plan`, which places tensors of `network`. The sizes of
/// persistent buffers and constants are rounded up to a multiple of `alignment`, because the next
/// buffer begins at such a multiple.
std::vector<ArenaPart> arena_parts(const Plan& plan, const Network& network, Bytes alignment);

/// Returns the persistent tensors in the order of the plan.
std::vector<PersistentTensor> persistent_tensors(const Plan& plan, const Network& network);

/// When the networks that share a device run.
enum class ArenaUse {
  in_turn,  // one after the other, as with TensorFlow Lite Micro's shared allocator
  at_once,  // at the same time, each in an arena of its own
};

/// Returns the bytes that several networks need in one memory; `parts` has one element per network.
/// in_turn: the sum of all kept bytes plus the largest scratch. at_once: the sum of all totals. If
/// a sum has several terms, each term is rounded up to a multiple of `alignment`.
Bytes shared_bytes(const std::vector<ArenaPart>& parts, ArenaUse use, Bytes alignment);

}  // namespace spillway
