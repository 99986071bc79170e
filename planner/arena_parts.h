// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// What a plan takes of one memory, by whether another network may use the bytes between two
/// inferences.
struct ArenaPart {
  Bytes persistent = 0;  // variables and operator data: they keep their contents
  Bytes constants = 0;   // weights and tables that lie there all run
  Bytes scratch = 0;     // everything else: maps, copies of weights, workspaces

  /// What a network keeps for itself.
  Bytes kept() const { return persistent + constants; }
  /// The highest end of the plan.
  Bytes total() const { return persistent + constants + scratch; }
};

/// A tensor that keeps its contents between inferences.
struct PersistentTensor {
  std::string name;
  TensorKind kind = TensorKind::variable;
  MemoryIndex memory = no_memory;
  Bytes bytes = 0;
};

/// Per memory of `plan`, which places tensors of `network`. Other buffers begin at multiples of
/// `alignment`, so a kept buffer has all bytes up to the next one. Nothing else uses the bytes of a
/// kept buffer at any time, so that the buffers above can move down by as many.
std::vector<ArenaPart> arena_parts(const Plan& plan, const Network& network, Bytes alignment);

/// In the order of the plan.
std::vector<PersistentTensor> persistent_tensors(const Plan& plan, const Network& network);

/// When the networks of an arena run.
enum class ArenaUse {
  in_turn,  // one after the other, as with TensorFlow Lite Micro's shared allocator
  at_once,  // each has an arena of its own
};

/// Bytes of one memory for several networks. In turn, they are what each keeps, and the largest
/// scratch; at once, the sum of all. Where bytes of more than one network lie side by side, each
/// part begins at a multiple of `alignment`.
Bytes shared_bytes(const std::vector<ArenaPart>& parts, ArenaUse use, Bytes alignment);

}  // namespace spillway
