// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "experiments/point/point_option.h"

namespace spillway {

// Each function below checks one reason for which an option has no effect at a point. If the reason
// applies, the function returns the end of a sentence that begins with the option's name. Otherwise
// it returns an empty text. Entries of the option table combine these functions.

/// The option has no effect if the network is compiled: the file gives the plan and the encoded
/// weights.
std::string obstacle_compiled(const OptionUse& use);
/// The option has no effect if the network is not compiled: only compiled programs have regions,
/// and only their commands lack names.
std::string obstacle_not_compiled(const OptionUse& use);
/// The option has no effect if the target has no hardware threads: the option is for the kernels of
/// xcore.ai or for their compiler.
std::string obstacle_no_threads(const OptionUse& use);
/// The option has no effect if the network contains kernels of xcore.ai: these kernels define what
/// each thread does.
std::string obstacle_compiled_kernels(const OptionUse& use);
/// The option has no effect if the target reads weights that are not encoded.
std::string obstacle_plain_weights(const OptionUse& use);
/// The option has no effect if operators of the network load the weights: a plan then cannot decide
/// how weights are loaded.
std::string obstacle_weight_loads(const OptionUse& use);
/// The option has no effect if the target is not an Ethos-U NPU.
std::string obstacle_no_npu(const OptionUse& use);
/// The option has no effect if the plan is given, by --plan or by the network itself. If the given
/// plan is a list or a CSV that leaves tensors without a place, a planner places these tensors. In
/// this case, the option has an effect if the user names the planner.
std::string obstacle_given_plan(const OptionUse& use);

/// The option has no effect if the network has no weights to encode or copy: no operator of the
/// lowered network multiplies by constants.
std::string obstacle_no_weights(const OptionUse& use);

/// Lowers the network for `point`, which is the point of `use` or a variant of this point. Calls
/// `look` with the lowered network and returns the result of `look`. Returns an empty text if the
/// network cannot be lowered, because the run reports the reason.
std::string check_lowered(const OptionUse& use, const DesignPoint& point,
                          const std::function<std::string(const Network& lowered)>& look);

/// Returns why an option that sets PlannerOptions::arena_limit has no effect: the planner with
/// these options does not read it. Returns an empty text if the planner reads it.
std::string obstacle_no_arena_limit(const PlannerEntry& planner, const PlannerOptions& options);

/// Returns why an option that sets PlannerOptions::search_budget has no effect: the planner with
/// these options does not read it. Returns an empty text if the planner reads it.
std::string obstacle_no_search(const PlannerEntry& planner, const PlannerOptions& options);

/// Calls the functions `Obstacles` in order. Returns the first text that is not empty; an empty
/// text if no reason applies.
template <std::string (*... Obstacles)(const OptionUse&)>
std::string first_obstacle(const OptionUse& use) {
  std::string reason;
  (void)((reason = Obstacles(use), !reason.empty()) || ...);
  return reason;
}

}  // namespace spillway
