// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "experiments/point/point_option.h"

namespace spillway {

// Reasons why an option can change nothing. Each function returns the end of a sentence that begins
// with the option's name, or an empty text if its reason does not hold. Entries of the option table
// combine these functions.

/// The network is a compiled program, which contains its plan and its encoded weights.
std::string obstacle_compiled(const OptionUse& use);
/// The network is not compiled. Only compiled programs have regions and unnamed commands.
std::string obstacle_not_compiled(const OptionUse& use);
/// The target has no hardware threads, so options of tile kernels and their compiler do not apply.
std::string obstacle_no_threads(const OptionUse& use);
/// The network contains kernels, which define what each thread does.
std::string obstacle_compiled_kernels(const OptionUse& use);
/// The target reads weights unencoded.
std::string obstacle_plain_weights(const OptionUse& use);
/// Loads of weights are operators of the network, so the plan does not decide about them.
std::string obstacle_weight_loads(const OptionUse& use);
/// The target's compiler has no releases to select from.
std::string obstacle_no_npu(const OptionUse& use);
/// --plan or the network itself says where everything is stored, and the user names no planner that
/// would fill in what a list or CSV leaves open.
std::string obstacle_given_plan(const OptionUse& use);

/// Says that the network has no weights to encode or copy, if no operator of the lowered network
/// multiplies by constants.
std::string obstacle_no_weights(const OptionUse& use);

/// Calls `look` with the network as lowered for `point`, which is the point of `use` or a variant
/// of it. Returns an empty text if the network cannot be lowered, because the run will report why.
std::string look_at_lowered(const OptionUse& use, const DesignPoint& point,
                            const std::function<std::string(const Network& lowered)>& look);

/// Says that PlannerOptions::arena_limit does not change the plans of the planner.
std::string obstacle_no_arena_limit(const PlannerEntry& planner, const PlannerOptions& options);

/// Says that PlannerOptions::search_budget does not change the plans of the planner.
std::string obstacle_no_search(const PlannerEntry& planner, const PlannerOptions& options);

/// The first reason that holds.
template <std::string (*... Obstacles)(const OptionUse&)>
std::string first_obstacle(const OptionUse& use) {
  std::string reason;
  (void)((reason = Obstacles(use), !reason.empty()) || ...);
  return reason;
}

}  // namespace spillway
