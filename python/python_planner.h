// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace spillway {

/// The name of the planner that calls the Python function with index `number` (from 0): "python",
/// "python-2", ...
std::string python_planner_name(std::size_t number);

/// Adds planners until there are `count`, one for each function of a call. Must not be called while
/// a simulation is running.
void add_python_planners(std::size_t count);

/// While an object of this class exists, planners call the functions `asked`. This applies to the
/// thread that constructed the object.
class PlannerScope {
 public:
  explicit PlannerScope(const std::vector<pybind11::function>& asked);
  ~PlannerScope();
  PlannerScope(const PlannerScope&) = delete;
  PlannerScope& operator=(const PlannerScope&) = delete;
};

}  // namespace spillway
