// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace spillway {

/// Returns the name of the planner that calls the Python function with index `number` (from 0):
/// "python", "python-2", ...
std::string python_planner_name(std::size_t number);

/// Adds Python planners until `count` of them exist, one for each planner function of a call. Must
/// not be called while a simulation is running.
void add_python_planners(std::size_t count);

/// While this object exists, Python planners call `planner_functions`. The object has an effect
/// only in the thread that has constructed it.
class PlannerScope {
 public:
  explicit PlannerScope(const std::vector<pybind11::function>& planner_functions);
  ~PlannerScope();
  PlannerScope(const PlannerScope&) = delete;
  PlannerScope& operator=(const PlannerScope&) = delete;
};

}  // namespace spillway
