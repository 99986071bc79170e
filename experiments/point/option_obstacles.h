// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "experiments/point/point_option.h"

namespace spillway {

// Why an option can change nothing, as the end of a sentence that begins with its name; empty where
// none of that holds. Entries of the option table combine them.

/// The network is a compiled program, with its own plan and its own encoded weights.
std::string obstacle_compiled(const OptionUse& use);
/// The network is none: only compiled programs have regions and unnamed commands.
std::string obstacle_not_compiled(const OptionUse& use);
/// The target has no hardware threads, and so none of the options of their kernels and compiler.
std::string obstacle_no_threads(const OptionUse& use);
/// The network brings kernels, which say what each thread does.
std::string obstacle_compiled_kernels(const OptionUse& use);
/// The target reads weights as they are.
std::string obstacle_plain_weights(const OptionUse& use);
/// Loads of weights are operators of the network, and so no question of the plan.
std::string obstacle_weight_loads(const OptionUse& use);
/// The target has no compiler with selectable releases.
std::string obstacle_no_npu(const OptionUse& use);
/// --plan or the network itself says where everything lies, and no planner is named that would fill
/// in what a list or CSV leaves open.
std::string obstacle_given_plan(const OptionUse& use);

/// Says that the network has no weights to encode or copy, if no operator of the lowered network
/// multiplies by constants.
std::string obstacle_no_weights(const OptionUse& use);

/// Calls `look` with the network as lowered for `point`, which is the point of `use` or a variant
/// of it. Empty if the network cannot be lowered, because the run will say why.
std::string look_at_lowered(const OptionUse& use, const DesignPoint& point,
                            const std::function<std::string(const Network& lowered)>& look);

/// Says that PlannerOptions::arena_limit does not change the plans of the planner.
std::string obstacle_no_arena_limit(const PlannerEntry& planner, const PlannerOptions& options);

/// The planner has no use for PlannerOptions::search_budget.
std::string obstacle_no_search(const PlannerEntry& planner, const PlannerOptions& options);

/// The first that is not empty.
template <std::string (*... Obstacles)(const OptionUse&)>
std::string first_obstacle(const OptionUse& use) {
  std::string reason;
  (void)((reason = Obstacles(use), !reason.empty()) || ...);
  return reason;
}

}  // namespace spillway
