// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "planner/peaks/arena_parts.h"
#include "report/printout.h"

namespace spillway {

/// For each memory: by how many bytes its capacity changes for a network; negative = it shrinks.
using ArenaRoom = std::map<std::string, Bytes>;

/// The memory that one of the networks uses.
struct ArenaShare {
  std::string network;
  std::string planner;
  std::vector<ArenaPart> parts;  // one entry per memory of the arena
  std::vector<PersistentTensor> persistent;
  Bytes alignment = 1;  // largest alignment of the network's buffers
  // Estimated bytes that the runtime keeps for the network outside its plan.
  Bytes runtime_bytes = 0;
  std::optional<Cycles> cycles;  // cycles of an inference; nullopt without a target
  std::optional<double> latency_us;
  std::string command;  // command that runs the network with this plan; empty without a target
};

/// A function that plans the network with number `network`. `room` changes the capacities of its
/// memories. Throws CapacityError if the plan does not fit.
using ShareMaker = std::function<ArenaShare(std::size_t network, const ArenaRoom& room)>;

struct SharedArena {
  std::string target, mode;  // empty = networks are planned without a target
  ArenaUse use = ArenaUse::in_turn;
  std::vector<MemorySpace> memories;
  std::vector<ArenaShare> shares;  // in the order of the networks

  Bytes bytes(std::size_t memory, ArenaUse how) const;
  /// By how many bytes the networks together exceed a memory; 0 = they fit.
  Bytes excess(std::size_t memory) const;
  /// The network that uses most bytes of a memory. If the networks run one after the other, a
  /// network counts with its scratch bytes; if it has none, or if the networks run at the same
  /// time, it counts with all its bytes.
  const ArenaShare& largest(std::size_t memory) const;
  bool fits() const;
};

/// Plans every network as if it had the memories to itself, and puts its share into `arena`. A
/// network that does not fit is planned with as much memory as it needs. If the bytes that the
/// networks keep leave too little of a memory, plans each network again in the rest of it, because
/// the network may put maps in other memories. Throws UserError for a network that has no plan with
/// any size.
void share_memories(SharedArena& arena, std::size_t networks, const ShareMaker& make);

/// Plans and simulates networks that share the memories of the target of `point`; see
/// share_memories(). `words` name the networks in printed commands.
SharedArena share_arena(const std::vector<Network>& networks, const std::vector<std::string>& words,
                        const DesignPoint& point, ArenaUse use);

/// Returns the text of the result: the bytes of every memory, the persistent tensors and, if there
/// is a target, the times.
Printout shared_arena_printout(const SharedArena& arena);
/// Returns the error message: one line for each memory that is too small, with the network that
/// uses most of it; empty if all networks fit.
std::string shared_arena_failure(const SharedArena& arena);
/// The result as a document with `schema_version`; docs/answers.md describes it.
std::string shared_arena_json(const SharedArena& arena);

}  // namespace spillway
