// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "experiments/point/point_option.h"

namespace spillway {

// Each function below checks one reason for which an option has no effect at a point. If the reason
// applies, the function returns the end of an error message that begins with the option's name.
// Otherwise the function returns an empty text. Entries of the option table combine these
// functions.

/// Returns a reason if the network is compiled: the file gives the plan and the encoded weights, so
/// the option has no effect. Otherwise returns an empty text.
std::string obstacle_compiled(const OptionUse& use);
/// Returns a reason if the network is not compiled, so that the option has no effect. The function
/// is for options that concern parts of a compiled file, such as the memories of its address
/// regions. Otherwise returns an empty text.
std::string obstacle_not_compiled(const OptionUse& use);
/// Returns a reason if the target has no hardware threads: the option is for the kernels of
/// xcore.ai or for their compiler, so the option has no effect. Otherwise returns an empty text.
std::string obstacle_no_threads(const OptionUse& use);
/// Returns a reason if the network contains kernels of xcore.ai: these kernels define what each
/// thread does, so the option has no effect. Otherwise returns an empty text.
std::string obstacle_compiled_kernels(const OptionUse& use);
/// Returns a reason if the target reads weights that are not encoded: the option is for encoded
/// weights and has no effect. Otherwise returns an empty text.
std::string obstacle_plain_weights(const OptionUse& use);
/// Returns a reason if operators of the network copy the weights into fast memory: a plan then
/// cannot decide how weights are copied, and the option has no effect. Otherwise returns an empty
/// text.
std::string obstacle_weight_loads(const OptionUse& use);
/// Returns a reason if the target is not an Ethos-U NPU, on which alone the option has an effect.
/// Otherwise returns an empty text.
std::string obstacle_no_npu(const OptionUse& use);
/// Returns a reason if the plan is given, by --plan or by the network's file: the option has no
/// effect on a given plan. There are two exceptions, in which the result is an empty text. If the
/// user names a planner, this planner makes the plan instead of the network's file. The plan of
/// --plan, unless it is a compiled .tflite, may leave tensors without a place; if the user names a
/// planner, this planner places these tensors.
std::string obstacle_given_plan(const OptionUse& use);

/// Returns a reason if the network has no weights to encode or copy: no operator of the lowered
/// network multiplies by constants, so the option has no effect. Otherwise returns an empty text.
std::string obstacle_no_weights(const OptionUse& use);

/// Lowers the network for `point`, which is the point of `use` or a variant of this point. Returns
/// the result of `look` for the lowered network. If the network cannot be lowered, returns an empty
/// text, because the run reports the reason.
std::string check_lowered(const OptionUse& use, const DesignPoint& point,
                          const std::function<std::string(const Network& lowered)>& look);

/// Returns why an option that sets PlannerOptions::arena_limit has no effect: `planner` with these
/// `options` does not read arena_limit. Returns an empty text if the planner reads arena_limit.
std::string obstacle_no_arena_limit(const PlannerEntry& planner, const PlannerOptions& options);

/// Returns why an option that sets PlannerOptions::search_budget has no effect: `planner` with
/// these `options` does not read search_budget. Returns an empty text if the planner reads
/// search_budget.
std::string obstacle_no_search(const PlannerEntry& planner, const PlannerOptions& options);

/// Returns the first text that is not empty among the results of the functions `Obstacles`, which
/// are called in order. Returns an empty text if no function gives a reason.
template <std::string (*... Obstacles)(const OptionUse&)>
std::string first_obstacle(const OptionUse& use) {
  std::string reason;
  (void)((reason = Obstacles(use), !reason.empty()) || ...);
  return reason;
}

}  // namespace spillway
