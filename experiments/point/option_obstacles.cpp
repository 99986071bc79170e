// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_obstacles.h"

#include <algorithm>

#include "hwmodels/target/processor_family.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/family.h"
#include "traces/offline_plan.h"

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
  if (use.target.processor.is_of(xcore::family())) return "";
  return " is for xcore.ai targets, not " + use.target.name;
}

std::string obstacle_compiled_kernels(const OptionUse& use) {
  const auto& operators = use.network.operators;
  if (std::none_of(operators.begin(), operators.end(), xcore::is_compiled)) return "";
  return ": " + use.network.name + " is compiled and says what each thread does";
}

std::string obstacle_plain_weights(const OptionUse& use) {
  if (use.target.processor.family().encodes_weights) return "";
  return ": " + use.target.name + " does not encode weights";
}

std::string obstacle_weight_loads(const OptionUse& use) {
  if (use.target.processor.family().weight_needs != nullptr) return "";
  return ": on " + use.target.name + ", loads of weights are operators of the network";
}

std::string obstacle_given_plan(const OptionUse& use) {
  if (!use.point.plan_source.empty()) return ": the plan is given by " + use.point.plan_source;
  // Whoever names a planner wants it asked.
  const bool follows =
      use.target.processor.family().follows_file_plans && use.point.planner.empty();
  if (!follows || !read_offline_plan(use.network)) return "";
  return ": " + use.network.name + " brings its plan";
}

}  // namespace spillway
