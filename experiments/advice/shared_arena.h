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

/// The bytes by which the capacity of each memory is changed when a network is planned; negative =
/// the capacity is reduced. The key is the name of the memory.
using CapacityChanges = std::map<std::string, Bytes>;

/// The bytes of each memory that one of the networks uses.
struct ArenaShare {
  std::string network;
  std::string planner;
  std::vector<ArenaPart> parts;  // bytes of the network in each memory of the arena
  std::vector<PersistentTensor> persistent;
  Bytes alignment = 1;  // largest alignment of the network's buffers
  // Estimated bytes of the runtime's own records about the network. The plan does not contain these
  // bytes.
  Bytes runtime_bytes = 0;
  std::optional<Cycles> cycles;  // cycles of an inference; nullopt = planned without a target
  std::optional<double> latency_us;
  std::string command;  // command line that simulates this plan; empty = planned without a target
};

/// A function that plans the network with index `network` and returns its share of the memories.
/// `changes` changes the capacities of the memories. Throws CapacityError if the plan does not fit.
using ShareMaker = std::function<ArenaShare(std::size_t network, const CapacityChanges& changes)>;

struct SharedArena {
  std::string target, mode;  // both are empty if networks are planned without a target
  ArenaUse use = ArenaUse::in_turn;
  std::vector<MemorySpace> memories;
  // The shares of the networks, in the order in which the user gives them.
  std::vector<ArenaShare> shares;

  Bytes bytes(std::size_t memory, ArenaUse how) const;
  /// Returns the bytes by which all networks together exceed a memory; 0 = the networks fit.
  Bytes excess(std::size_t memory) const;
  /// Returns the network that uses most bytes of a memory. If the networks run one after the other,
  /// only scratch bytes count: bytes that a network needs only while it runs. If a network has no
  /// scratch bytes, or if the networks run at the same time, all bytes of the network count.
  const ArenaShare& largest(std::size_t memory) const;
  bool fits() const;
};

/// Plans every network as if no other network used the memories, and adds the network's share to
/// `arena`. A network that does not fit is planned with as much memory as it needs. Networks that
/// run one after the other keep persistent tensors and constants between their inferences. If the
/// kept bytes of the other networks leave too little of a memory, plans each network again with the
/// remaining bytes. The network may then put maps in other memories. Throws UserError for a network
/// that has no plan even in larger memories.
void share_memories(SharedArena& arena, std::size_t networks, const ShareMaker& make);

/// Plans and simulates networks that share the memories of the target of `point`
/// (share_memories()). `words` are the networks in printed commands: built-in names or paths.
SharedArena share_arena(const std::vector<Network>& networks, const std::vector<std::string>& words,
                        const DesignPoint& point, ArenaUse use);

/// Returns the text of the result: the bytes of each network in every memory, the persistent
/// tensors and, if there is a target, the times of inferences.
Printout shared_arena_printout(const SharedArena& arena);
/// Returns the error message for networks that do not fit together: for each memory that is too
/// small, one line with the network that uses most bytes of the memory. Empty if all networks fit.
std::string shared_arena_failure(const SharedArena& arena);
/// Returns the result as a JSON document with `schema_version` (docs/answers.md).
std::string shared_arena_json(const SharedArena& arena);

}  // namespace spillway
