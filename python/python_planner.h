// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace spillway {

/// The name of the planner that asks function `number` (from 0) of a call: "python", "python-2",
/// ...
std::string python_planner_name(std::size_t number);

/// Adds the planners for the first `count` functions of a call, unless they were added before. No
/// simulation may be running.
void add_python_planners(std::size_t count);

/// While it exists, the planners call the functions `asked`, in the thread that constructed it.
class PlannerScope {
 public:
  explicit PlannerScope(const std::vector<pybind11::function>& asked);
  ~PlannerScope();
  PlannerScope(const PlannerScope&) = delete;
  PlannerScope& operator=(const PlannerScope&) = delete;
};

}  // namespace spillway
