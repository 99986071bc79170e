// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace spillway {

/// "python", "python-2", ...: the planner that asks function `number` of a call, from 0.
std::string python_planner_name(std::size_t number);

/// Adds the planners that ask the first `count` functions of a call, where they are not there yet.
/// No simulation may be running.
void add_python_planners(std::size_t count);

/// As long as it exists, the planners call the functions `asked`, in the thread that made it.
class PlannerScope {
 public:
  explicit PlannerScope(const std::vector<pybind11::function>& asked);
  ~PlannerScope();
  PlannerScope(const PlannerScope&) = delete;
  PlannerScope& operator=(const PlannerScope&) = delete;
};

}  // namespace spillway
