// SPDX-License-Identifier: Apache-2.0
#include "python/python_planner.h"

#include <memory>

#include <pybind11/stl.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "planner/add_planner.h"

namespace py = pybind11;

namespace spillway {
namespace {

// The planner functions of the current call. Every thread has its own list, because calls of
// several threads may be in progress at the same time; only one of them simulates.
thread_local std::vector<py::function> functions;

py::list buffers_for(const PlanningProblem& problem) {
  py::list buffers;
  for (const Buffer& buffer : problem.buffers) {
    py::dict item;
    item["name"] = buffer.name;
    item["kind"] = tensor_kind_name(buffer.kind);
    item["size"] = buffer.size;
    item["alignment"] = buffer.alignment;
    item["lower"] = buffer.lower;
    item["upper"] = buffer.upper;
    item["reads"] = buffer.reads;
    buffers.append(std::move(item));
  }
  return buffers;
}

py::list memories_for(const PlanningProblem& problem) {
  py::list memories;
  for (const MemorySpace& memory : problem.memories) {
    py::dict item;
    item["name"] = memory.name;
    item["capacity"] = memory.capacity;
    memories.append(std::move(item));
  }
  return memories;
}

std::vector<py::object> sequence(const py::handle& value, const char* what) {
  if (!py::isinstance<py::sequence>(value) || py::isinstance<py::str>(value)) {
    throw py::type_error(std::string("planner: expected ") + what + ", got " +
                         py::cast<std::string>(py::repr(value)));
  }
  std::vector<py::object> items;
  for (const py::handle& item : py::cast<py::sequence>(value)) {
    items.push_back(py::reinterpret_borrow<py::object>(item));
  }
  return items;
}

template <typename Integer>
Integer integer(const py::handle& value, const char* what) {
  try {
    // operator.index() accepts all integers, also those of numpy, but no floats.
    return py::cast<Integer>(py::module_::import("operator").attr("index")(value));
  } catch (const py::cast_error&) {
    throw py::value_error(std::string("planner: ") + what + " " +
                          py::cast<std::string>(py::repr(value)) + " is out of range");
  }
}

MemoryIndex memory_of(const py::handle& place, const PlanningProblem& problem) {
  if (!py::isinstance<py::str>(place)) return integer<MemoryIndex>(place, "memory");
  const auto name = py::cast<std::string>(place);
  std::vector<std::string> names;
  for (const MemorySpace& memory : problem.memories) {
    if (memory.name == name) return static_cast<MemoryIndex>(names.size());
    names.push_back(memory.name);
  }
  throw UserError(ExitCode::usage, "planner: " + unknown_name_message("memory", name, names));
}

/// A planner that calls a Python function. The function gets a list of buffers and a list of
/// memories, both as dicts. The function returns a list with a memory (name or index) and an offset
/// for each buffer, or None if the function finds no plan.
class PythonPlanner : public Planner {
 public:
  explicit PythonPlanner(std::size_t number) : number_(number) {}
  bool can_answer() const override { return number_ < functions.size(); }
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& /*options*/) const override {
    const py::gil_scoped_acquire gil;
    if (!can_answer()) {
      throw UserError(ExitCode::usage, "planner python: give a function as the planner");
    }
    PlanningResult result;
    const py::object answer = functions[number_](buffers_for(problem), memories_for(problem));
    if (answer.is_none()) {
      result.status = PlanStatus::does_not_fit;
      return result;
    }
    for (const py::object& place : sequence(answer, "a list of places")) {
      const std::vector<py::object> pair = sequence(place, "(memory, offset)");
      if (pair.size() != 2) throw py::type_error("planner: a place is (memory, offset)");
      result.placements.push_back({memory_of(pair[0], problem), integer<Bytes>(pair[1], "offset")});
    }
    return result;
  }

 private:
  // The index of the planner's function in `functions`.
  std::size_t number_;
};

// The number of Python planners that exist: the largest number of planner functions of any call so
// far.
std::size_t added_planners = 0;

}  // namespace

void add_python_planners(std::size_t count) {
  for (; added_planners < count; ++added_planners) {
    add_planner({python_planner_name(added_planners), "a function of the calling Python program",
                 "", std::make_unique<PythonPlanner>(added_planners)});
  }
}

std::string python_planner_name(std::size_t number) {
  return number == 0 ? "python" : "python-" + std::to_string(number + 1);
}

PlannerScope::PlannerScope(const std::vector<py::function>& planner_functions) {
  functions = planner_functions;
}

PlannerScope::~PlannerScope() { functions.clear(); }

}  // namespace spillway
