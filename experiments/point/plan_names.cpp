// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/plan_names.h"

#include <algorithm>

#include "experiments/point/option_table.h"

namespace spillway {

std::string name_of_plan(const Network& network, const Network& lowered, const DesignPoint& point,
                         PointCache& cache) {
  return cache.names_of_schedule(network, lowered, point) + stage_key(Stage::plan, point);
}

DesignPoint without_size(DesignPoint point, const std::string& memory) {
  for (auto* const sizes : {&point.target_options.capacities, &point.reserved}) {
    const auto of_it = [&](const auto& size) { return size.first == memory; };
    sizes->erase(std::remove_if(sizes->begin(), sizes->end(), of_it), sizes->end());
  }
  return point;
}

DesignPoint without_sizes(DesignPoint point) {
  point.target_options.capacities.clear();
  point.reserved.clear();
  point.planner_options.search_budget = 0;
  return point;
}

}  // namespace spillway
