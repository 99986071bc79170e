// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "planner/arena_parts.h"

namespace spillway {

/// By memory: how many bytes more than it has a network may use; below 0, how many fewer.
using ArenaRoom = std::map<std::string, Bytes>;

/// What one of the networks takes of the memories that they share.
struct ArenaShare {
  std::string network;
  std::string planner;
  std::vector<ArenaPart> parts;  // per memory of the arena
  std::vector<PersistentTensor> persistent;
  Bytes alignment = 1;           // of its buffers
  Bytes runtime_bytes = 0;       // that the runtime keeps for it besides, about
  std::optional<Cycles> cycles;  // of an inference; none without a target
  std::optional<double> latency_us;
  std::string command;  // runs it so, alone; empty without a target
};

/// Plans network number `network` with `room`. Throws CapacityError for a plan that does not fit.
using ShareMaker = std::function<ArenaShare(std::size_t network, const ArenaRoom& room)>;

struct SharedArena {
  std::string target, mode;  // empty = the networks as they are
  ArenaUse use = ArenaUse::in_turn;
  std::vector<MemorySpace> memories;
  std::vector<ArenaShare> shares;  // in the order of the networks

  Bytes bytes(std::size_t memory, ArenaUse how) const;
  /// By which the networks exceed a memory; 0 = they fit.
  Bytes excess(std::size_t memory) const;
  /// The network that takes most of what they share: of the scratch in turn, of all at once.
  const ArenaShare& largest(std::size_t memory) const;
  bool fits() const;
};

/// Plans every network as if it were alone. Where what all of them keep leaves too little of a
/// memory, each is planned again in the rest, which helps those that may have maps elsewhere. A
/// network that does not fit alone is planned in as much as it needs. Throws UserError for a
/// network that has no plan in any size.
void share_memories(SharedArena& arena, std::size_t networks, const ShareMaker& make);

/// The same on the target of `point`, with the time of each network; `words` name them in commands.
SharedArena share_arena(const std::vector<Network>& networks, const std::vector<std::string>& words,
                        const DesignPoint& point, ArenaUse use);

/// At most 80 columns but for commands and long names.
std::string shared_arena_text(const SharedArena& arena);
/// One line per memory that is too small, with the largest network; empty where all fit.
std::string shared_arena_failure(const SharedArena& arena);
/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string shared_arena_json(const SharedArena& arena);

}  // namespace spillway
