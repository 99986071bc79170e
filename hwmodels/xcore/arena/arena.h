// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/arena/placement_rules.h"
#include "planner/plan_network.h"

namespace spillway::xcore {

/// Where the parts of a lowered network live; memories by name.
struct ArenaOptions {
  std::string transient = "sram";   // feature maps, landing buffers, scratch
  std::string persistent = "sram";  // operator data
  std::string constants = "sram";   // that the program does not load
  std::vector<PlacementRule> rules;
  std::vector<std::string> homes;  // per tensor, where no rule says it; empty = the parts above
  bool both = false;    // transient tensors in SRAM and external RAM, as the planner says
  bool replan = false;  // by the planner, whatever a compiled file says
  std::string planner = "xformer";
  PlannerOptions planner_options;
};

/// Memories of `--arena sram|extram|split`. Throws UserError(usage) for other names.
ArenaOptions arena_named(const std::string& name);

struct ArenaPlan {
  NetworkPlan network_plan;
  std::vector<Bytes> transient_bytes;  // per memory of the target
  std::vector<Bytes> persistent_bytes;
};

/// Plans the tensor arena as the runtime does: in every memory, transient tensors from offset 0 by
/// the planner, operator data above them, the first operator's on top, then constants. Sizes are
/// rounded to 8 bytes. A plan that does not fit is a result, as in plan_network.
ArenaPlan plan_arena(const Network& network, const Target& target, const ArenaOptions& options);

}  // namespace spillway::xcore
