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

/// By memory: how many bytes more than its capacity a network may use; negative = fewer.
using ArenaRoom = std::map<std::string, Bytes>;

/// The memory that one of the networks uses.
struct ArenaShare {
  std::string network;
  std::string planner;
  std::vector<ArenaPart> parts;  // one entry per memory of the arena
  std::vector<PersistentTensor> persistent;
  Bytes alignment = 1;  // of the network's buffers
  // About how many bytes the runtime keeps for the network outside its plan.
  Bytes runtime_bytes = 0;
  std::optional<Cycles> cycles;  // cycles of an inference; none without a target
  std::optional<double> latency_us;
  std::string command;  // runs the network with this plan; empty without a target
};

/// Plans network number `network` with capacities changed by `room`. Throws CapacityError for a
/// plan that does not fit.
using ShareMaker = std::function<ArenaShare(std::size_t network, const ArenaRoom& room)>;

struct SharedArena {
  std::string target, mode;  // empty = the networks have plans of their own, without a target
  ArenaUse use = ArenaUse::in_turn;
  std::vector<MemorySpace> memories;
  std::vector<ArenaShare> shares;  // in the order of the networks

  Bytes bytes(std::size_t memory, ArenaUse how) const;
  /// The bytes by which the networks exceed a memory; 0 = they fit.
  Bytes excess(std::size_t memory) const;
  /// The network that uses most of the shared bytes: most scratch if the networks run in turn, else
  /// most bytes in total.
  const ArenaShare& largest(std::size_t memory) const;
  bool fits() const;
};

/// Plans every network as if it were alone. If the bytes that all networks keep leave too little of
/// a memory, plans each network again in the rest; this helps networks that can put maps in other
/// memories. A network that does not fit alone is planned with as much memory as it needs. Throws
/// UserError for a network that has no plan with any size.
void share_memories(SharedArena& arena, std::size_t networks, const ShareMaker& make);

/// The same on the target of `point`, with the time of each network; `words` name the networks in
/// commands.
SharedArena share_arena(const std::vector<Network>& networks, const std::vector<std::string>& words,
                        const DesignPoint& point, ArenaUse use);

/// The bytes of every memory, the persistent tensors and, on a target, the times.
Printout shared_arena_printout(const SharedArena& arena);
/// One line per memory that is too small, with the largest network; empty if all networks fit.
std::string shared_arena_failure(const SharedArena& arena);
/// The result as a document with `schema_version`; docs/answers.md describes it.
std::string shared_arena_json(const SharedArena& arena);

}  // namespace spillway
