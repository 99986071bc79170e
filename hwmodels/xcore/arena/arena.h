// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/arena/placement_rules.h"
#include "planner/plan_network.h"

namespace spillway::xcore {

/// How plan_arena() plans a lowered network. Memories are given by name.
struct ArenaOptions {
  std::string transient = "sram";   // feature maps, buffers that loads fill, scratch
  std::string persistent = "sram";  // operator data: what the runtime allocates once per operator
  std::string constants = "sram";   // constants that are not part of the program
  std::vector<PlacementRule> rules;
  // Per tensor: the memory that the search for the fastest plan chose for it. Empty = the search
  // chose none, so the tensor goes to the memory `transient`, `persistent` or `constants`.
  std::vector<std::string> homes;
  bool both = false;    // the planner divides transient tensors between SRAM and external RAM
  bool replan = false;  // the planner decides even if a compiled file contains a plan
  std::string planner = "xformer";
  PlannerOptions planner_options;
};

/// Returns the options of an arena of this name: sram, extram or split. Throws UserError(usage) for
/// other names.
ArenaOptions arena_named(const std::string& name);

/// What all plans of a lowered network have in common if they have equal ArenaOptions::rules and
/// ArenaOptions::replan. It is computed once. Holds a reference to the network.
struct ArenaProblem {
  ArenaProblem(const Network& of, const ArenaOptions& options);

  const Network& network;
  std::vector<TensorRole> roles;   // per tensor
  std::vector<std::string> rules;  // per tensor: the memory by ArenaOptions::rules; empty = no rule
  PlanningProblem problem;         // the buffers to place; its memories are not set
  // The offsets of the plan in a compiled file; nullopt = the file has no plan, or the plan is not
  // used.
  std::optional<std::vector<std::int32_t>> offline;
  bool compiled = false;  // some operators come from a compiled file
  bool loads = false;     // some operators load constants
};

struct ArenaPlan {
  NetworkPlan network_plan;
  std::vector<Bytes> transient_bytes;  // per memory of the target
  std::vector<Bytes> persistent_bytes;
};

/// Plans the tensor arena like the runtime. Every memory contains, from offset 0 upwards:
/// * the transient tensors (feature maps, buffers that loads fill, scratch), at offsets that the
///   planner chooses;
/// * operator data, with the data of the first operator at the highest addresses;
/// * constants.
///
/// Sizes are rounded up to 8 bytes, except those of constants. Constants begin at a cache line, or
/// at the same position in a line as in a compiled file. If a plan does not fit, its status says
/// so, as in plan_network().
ArenaPlan plan_arena(const Network& network, const Target& target, const ArenaOptions& options);
ArenaPlan plan_arena(const ArenaProblem& problem, const Target& target,
                     const ArenaOptions& options);

/// Returns the number of bytes that the transient tensors (feature maps, buffers that loads fill,
/// scratch) of the plan for `options` need in `memory`, even if this exceeds the capacity of the
/// memory. `options.both` must be false.
Bytes transient_bytes(const ArenaProblem& problem, const Target& target,
                      const ArenaOptions& options, const std::string& memory);

/// Returns the number of bytes that all tensors need in `memory`, if the transient tensors (feature
/// maps, buffers that loads fill, scratch) need `transient` bytes. `options.both` must be false.
Bytes needed_bytes(const ArenaProblem& problem, const Target& target, const ArenaOptions& options,
                   const std::string& memory, Bytes transient);

}  // namespace spillway::xcore
