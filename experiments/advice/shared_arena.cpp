// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/shared_arena.h"

#include <algorithm>
#include <utility>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/rounding.h"
#include "experiments/advice/missing_memory.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/runtime_view.h"
#include "hwmodels/recovered_plan.h"
#include "hwmodels/target/processor_family.h"
#include "traces/executorch/runtime.h"

namespace spillway {
namespace {

constexpr int most_attempts = 8;

std::vector<ArenaPart> parts_in(const std::vector<ArenaShare>& shares, std::size_t memory) {
  std::vector<ArenaPart> parts;
  parts.reserve(shares.size());
  for (const ArenaShare& share : shares) parts.push_back(share.parts.at(memory));
  return parts;
}

Bytes alignment_of(const std::vector<ArenaShare>& shares) {
  Bytes most = 1;
  for (const ArenaShare& share : shares) most = std::max(most, share.alignment);
  return most;
}

// Plans one network. If a memory is too small for the network, plans the network again with a
// larger memory, so that the caller learns how many bytes are missing.
ArenaShare plan_with_enough_memory(std::size_t network, const ShareMaker& make) {
  CapacityChanges changes;
  for (int attempt = 1;; ++attempt) {
    try {
      return make(network, changes);
    } catch (const CapacityError& error) {
      constexpr Bytes step = 1024;
      if (attempt == most_attempts || error.memory().empty() || error.excess() <= 0) throw;
      if (error.excess() > most_missing) throw;
      changes[error.memory()] += round_up(error.excess(), step);
    }
  }
}

// Returns, for each network, the changes of memory capacities for planning the network again.
// Changes only memories that are too small for all networks together. Such a memory is reduced by
// the bytes that the other networks keep in it between their inferences.
std::vector<CapacityChanges> changes_for_remaining_bytes(const SharedArena& arena) {
  std::vector<CapacityChanges> all_changes(arena.shares.size());
  const Bytes alignment = alignment_of(arena.shares);
  for (std::size_t m = 0; m < arena.memories.size(); ++m) {
    if (arena.excess(m) == 0) continue;
    const std::vector<ArenaPart> parts = parts_in(arena.shares, m);
    Bytes kept = 0;
    for (const ArenaPart& part : parts) kept += round_up(part.kept(), alignment);
    for (std::size_t n = 0; n < all_changes.size(); ++n) {
      const Bytes of_others = kept - round_up(parts[n].kept(), alignment);
      if (of_others > 0) all_changes[n][arena.memories[m].name] = -of_others;
    }
  }
  return all_changes;
}

bool has_change(const std::vector<CapacityChanges>& all_changes) {
  return std::any_of(all_changes.begin(), all_changes.end(),
                     [](const CapacityChanges& changes) { return !changes.empty(); });
}

// Returns a reference to the size of `memory` in a list of sizes. If the list does not contain the
// memory, adds the memory with size 0.
Bytes& size_in(std::vector<std::pair<std::string, Bytes>>& sizes, const std::string& memory) {
  for (auto& [name, bytes] : sizes) {
    if (name == memory) return bytes;
  }
  return sizes.emplace_back(memory, 0).second;
}

DesignPoint with_changed_capacities(DesignPoint point, const CapacityChanges& changes) {
  DesignPoint unreserved = point;
  unreserved.reserved.clear();
  const Target whole = resolve_target(unreserved);
  for (const auto& [memory, more] : changes) {
    if (more < 0) {
      size_in(point.reserved, memory) -= more;
    } else {
      size_in(point.target_options.capacities, memory) =
          whole.memories[memory_index(whole, memory)].capacity + more;
    }
  }
  return point;
}

/// Plans and simulates networks at a design point. Measures how many bytes of each memory a network
/// uses.
class PointShares {
 public:
  PointShares(const std::vector<Network>& networks, const std::vector<std::string>& words,
              const DesignPoint& point)
      : networks_(networks), words_(words), point_(point) {}

  ArenaShare make(std::size_t number, const CapacityChanges& changes) {
    const Network& network = networks_[number];
    const bool replayed = compiled_family(network) != nullptr;
    const DesignPoint point = replayed ? point_ : with_changed_capacities(point_, changes);
    const PointResult result = run_point(network, point, cache_);
    const Network& planned = result.planned_network();
    ArenaShare share;
    share.network = network.name;
    share.planner = replayed ? "" : planner_of(point, result.target);
    share.alignment = alignment_of_plan(result.plan);
    share.parts = parts_on(result.target, arena_parts(result.plan.plan, planned, share.alignment));
    share.persistent = persistent_tensors(result.plan.plan, planned);
    share.runtime_bytes = method_bytes_of(network).value_or(
        tflm_runtime_bytes(planned, runtime_view_of(result.target)));
    share.cycles = result.timing.total;
    share.latency_us = result.timing.latency_us();
    share.command = command_of(words_[number], point);
    return share;
  }

 private:
  // Returns `parts` with the bytes of each read-only memory counted as constants, including
  // commands and padding.
  static std::vector<ArenaPart> parts_on(const Target& target, std::vector<ArenaPart> parts) {
    for (std::size_t m = 0; m < parts.size(); ++m) {
      if (target.memories[m].read_only) parts[m] = {0, parts[m].total(), 0};
    }
    return parts;
  }

  static Bytes alignment_of_plan(const NetworkPlan& plan) {
    Bytes most = 1;
    for (const Buffer& buffer : plan.problem.buffers) most = std::max(most, buffer.alignment);
    return most;
  }

  const std::vector<Network>& networks_;
  const std::vector<std::string>& words_;
  const DesignPoint& point_;
  PointCache cache_;
};

}  // namespace

Bytes SharedArena::bytes(std::size_t memory, ArenaUse how) const {
  return shared_bytes(parts_in(shares, memory), how, alignment_of(shares));
}

Bytes SharedArena::excess(std::size_t memory) const {
  return std::max<Bytes>(0, bytes(memory, use) - memories[memory].capacity);
}

const ArenaShare& SharedArena::largest(std::size_t memory) const {
  // Of two networks with equal bytes, the network whose name is alphabetically greater counts as
  // larger, so that the result does not depend on the order of the networks.
  const auto rank_of = [&](const ArenaShare& share) {
    const ArenaPart& part = share.parts.at(memory);
    const bool scratch = use == ArenaUse::in_turn && part.scratch > 0;
    return std::pair(scratch ? part.scratch : part.total(), share.network);
  };
  return *std::max_element(
      shares.begin(), shares.end(),
      [&](const ArenaShare& a, const ArenaShare& b) { return rank_of(a) < rank_of(b); });
}

bool SharedArena::fits() const {
  for (std::size_t m = 0; m < memories.size(); ++m) {
    if (excess(m) > 0) return false;
  }
  return true;
}

void share_memories(SharedArena& arena, std::size_t networks, const ShareMaker& make) {
  for (std::size_t n = 0; n < networks; ++n) {
    arena.shares.push_back(plan_with_enough_memory(n, make));
  }
  if (arena.use == ArenaUse::at_once) return;
  std::vector<CapacityChanges> before;
  for (int attempt = 1; attempt < most_attempts; ++attempt) {
    const std::vector<CapacityChanges> all_changes = changes_for_remaining_bytes(arena);
    if (all_changes == before || !has_change(all_changes)) return;
    for (std::size_t n = 0; n < networks; ++n) {
      try {
        arena.shares[n] = make(n, all_changes[n]);
      } catch (const CapacityError&) {
        // The network has no plan with the remaining bytes, so its last plan stays. The bytes of
        // this plan show how many bytes are missing.
        continue;
      }
    }
    before = all_changes;
  }
}

SharedArena share_arena(const std::vector<Network>& networks, const std::vector<std::string>& words,
                        const DesignPoint& point, ArenaUse use) {
  const Target target = resolve_target(point);
  SharedArena arena;
  arena.target = target.name;
  arena.mode = target.mode.name;
  arena.use = use;
  arena.memories = memory_spaces(target);
  PointShares shares(networks, words, point);
  share_memories(arena, networks.size(), [&](std::size_t network, const CapacityChanges& changes) {
    return shares.make(network, changes);
  });
  return arena;
}

}  // namespace spillway
