// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_obstacles.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/point/plans/vela_plan.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/target/processor_family.h"
#include "traces/shape.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {

std::string obstacle_compiled(const OptionUse& use) {
  if (compiled_family(use.network) == nullptr) return "";
  return ": " + use.network.name + " is compiled and brings its plan and its weights";
}

std::string obstacle_not_compiled(const OptionUse& use) {
  if (compiled_family(use.network) != nullptr) return "";
  return ": " + use.network.name + " is not compiled for an NPU";
}

std::string obstacle_no_threads(const OptionUse& use) {
  if (use.target.processor.family().has_threads) return "";
  return " is for xcore.ai targets, not " + use.target.name;
}

std::string obstacle_compiled_kernels(const OptionUse& use) {
  const auto contains_kernels = use.target.processor.family().contains_kernels;
  if (contains_kernels == nullptr || !contains_kernels(use.network)) return "";
  return ": " + use.network.name + " is compiled and says what each thread does";
}

std::string obstacle_plain_weights(const OptionUse& use) {
  if (use.target.processor.family().encodes_weights) return "";
  return ": " + use.target.name + " does not encode weights";
}

std::string obstacle_no_npu(const OptionUse& use) {
  if (use.target.processor.family().encodes_weights) return "";
  return " is for Ethos-U targets, not " + use.target.name;
}

std::string obstacle_weight_loads(const OptionUse& use) {
  if (use.target.processor.family().weight_needs != nullptr) return "";
  return ": on " + use.target.name + ", loads of weights are operators of the network";
}

std::string obstacle_given_plan(const OptionUse& use) {
  const DesignPoint& point = use.point;
  if (!point.plan_source.empty()) {
    std::string given = ": the plan is given by " + point.plan_source;
    if (is_tflite_plan(point.plan_text)) return given;
    return point.planner.empty() ? given + "; --planner says who places what it leaves open" : "";
  }
  // A planner that the user names makes the plan, even if the network's file contains a plan.
  const bool follows = use.target.processor.family().follows_file_plans && point.planner.empty();
  if (!follows || !read_offline_plan(use.network)) return "";
  return ": " + use.network.name + " brings its plan";
}

std::string obstacle_no_weights(const OptionUse& use) {
  return check_lowered(use, use.point, [&](const Network& lowered) -> std::string {
    // Whether the operator multiplies by constants. The check looks at operators and not at
    // tensors, because not every file says which of its constants are weights.
    const auto multiplies = [&](const Operator& op) {
      return op.macs > 0 && std::any_of(op.inputs.begin(), op.inputs.end(), [&](TensorIndex input) {
               return input != no_tensor && is_constant(at(lowered.tensors, input));
             });
    };
    const bool any = std::any_of(lowered.operators.begin(), lowered.operators.end(), multiplies);
    return any ? "" : ": " + use.network.name + " has no weights";
  });
}

std::string check_lowered(const OptionUse& use, const DesignPoint& point,
                          const std::function<std::string(const Network& lowered)>& look) {
  PointCache own;
  try {
    return look(lowered_for(use.network, point, use.cache != nullptr ? *use.cache : own));
  } catch (const UserError&) {
    return "";
  }
}

std::string obstacle_no_arena_limit(const PlannerEntry& planner, const PlannerOptions& options) {
  if (planner.planner->reads_arena_limit(options)) return "";
  const std::string with = options.allocator.empty() ? "" : " with " + options.allocator;
  return ": " + planner.name + with + " has no limit of its own; tinyengine-firstfit has";
}

std::string obstacle_no_search(const PlannerEntry& planner, const PlannerOptions& options) {
  if (planner.planner->searches(options)) return "";
  const std::string with = options.allocator.empty() ? "" : " with " + options.allocator;
  return ": " + planner.name + with +
         " does not search; exact, vela-hillclimb, vela-spill and search do";
}

}  // namespace spillway
