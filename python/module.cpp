// SPDX-License-Identifier: Apache-2.0
// The compiled half of the Python package: values go in as words and come out as the JSON documents
// of the command line, which python/spillway turns into dicts.
#include <map>
#include <mutex>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/index.h"
#include "base/readable_message.h"
#include "base/version.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/documents.h"
#include "experiments/pages/result_json.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "experiments/sweep/sweep_table.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/add_planner.h"
#include "planner/weight_policy.h"
#include "traces/builtin_networks.h"
#include "traces/network_loader.h"

namespace py = pybind11;

namespace spillway {
namespace {

using Options = std::map<std::string, OptionItems>;

// The simulator's kernel is one per process, whatever the number of Python's threads.
std::mutex& simulator() {
  static std::mutex mutex;
  return mutex;
}

// The callable that the planner `python` asks; of the thread that plans.
thread_local py::function* current_planner = nullptr;
// Whether this thread is inside of a simulation: a planner that asks for another one would wait
// for itself.
thread_local bool is_simulating = false;

class Simulating {
 public:
  Simulating() {
    if (is_simulating) {
      throw UserError(ExitCode::usage,
                      "a planner function cannot simulate: it is asked while a simulation runs");
    }
    is_simulating = true;
  }
  ~Simulating() { is_simulating = false; }
  Simulating(const Simulating&) = delete;
  Simulating& operator=(const Simulating&) = delete;
};

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
    // Numbers of numpy are integers, too; floats are not.
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

/// Asks a Python function, which gets the buffers and memories as dicts and returns for each buffer
/// its memory (name or number) and offset, or None where it finds no plan.
class PythonPlanner : public Planner {
 public:
  bool can_answer() const override { return current_planner != nullptr; }
  PlanningResult plan(const PlanningProblem& problem,
                      const PlannerOptions& /*options*/) const override {
    const py::gil_scoped_acquire gil;
    if (current_planner == nullptr) {
      throw UserError(ExitCode::usage, "planner python: give a function as the planner");
    }
    PlanningResult result;
    const py::object answer = (*current_planner)(buffers_for(problem), memories_for(problem));
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
};

/// Has the planner `python` ask `function` while it lives; nothing for None.
class PlannerScope {
 public:
  explicit PlannerScope(const py::object& function) {
    if (function.is_none()) return;
    function_ = py::cast<py::function>(function);
    current_planner = &function_;
  }
  ~PlannerScope() { current_planner = nullptr; }
  PlannerScope(const PlannerScope&) = delete;
  PlannerScope& operator=(const PlannerScope&) = delete;

 private:
  py::function function_;
};

/// Simulates without the interpreter's lock. Ctrl-C that came meanwhile is raised here.
template <typename Work>
auto simulated(const Work& work) {
  auto result = [&] {
    const Simulating simulating;
    const py::gil_scoped_release no_gil;
    const std::lock_guard<std::mutex> lock(simulator());
    return work();
  }();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  return result;
}

DesignPoint point_of(const Options& options, const Network& network) {
  DesignPoint point;
  for (const auto& [name, items] : options) set_option(find_point_option(name), items, point);
  point = as_compiled(network, point);
  if (point.target.empty()) {
    throw UserError(ExitCode::usage, "target is missing; spillway.list('targets') names them");
  }
  return point;
}

std::string run(const Network& network, const Options& options, const py::object& planner) {
  const PlannerScope scope(planner);
  return simulated([&] {
    PointCache cache;
    const DesignPoint point = with_chosen_lowering(network, point_of(options, network), cache);
    return result_json(network, point, run_as_given(network, point, cache));
  });
}

std::string compare(const Network& network, const Options& options,
                    const std::vector<std::string>& names, const py::object& planner) {
  const PlannerScope scope(planner);
  return simulated([&] {
    const DesignPoint point = point_of(options, network);
    return comparison_document(network, point, compare_planners(network, point, names));
  });
}

std::string explain_operator(const Network& network, const Options& options, const py::object& op) {
  return simulated([&] {
    const DesignPoint point = point_of(options, network);
    const PointResult result = run_point(network, point);
    std::size_t number = 0;
    {
      const py::gil_scoped_acquire gil;
      number = py::isinstance<py::str>(op)
                   ? find_operator(py::cast<std::string>(op), result.timing)
                   : find_operator(std::to_string(py::cast<std::int64_t>(op)), result.timing);
    }
    return explanation_document(network, result, explain(result, number));
  });
}

py::list plan(const Network& network, const Options& options, const py::object& planner) {
  const PlannerScope scope(planner);
  struct Planned {
    Network network;
    NetworkPlan plan;
  };
  const Planned planned = simulated([&] {
    PointCache cache;
    if (compiled_family(network) != nullptr) {
      PointResult result = run_point(network, point_of(options, network), cache);
      return Planned{result.planned_network(), std::move(result.plan)};
    }
    const DesignPoint point = with_chosen_lowering(network, point_of(options, network), cache);
    NetworkPlan made = plan_point(network, point, cache);
    return Planned{lowered_for(network, point, cache), std::move(made)};
  });
  py::list rows;
  for (const Residency& residency : planned.plan.plan.residencies) {
    const auto& memories = planned.plan.plan.memories;
    const bool inside =
        residency.memory >= 0 && static_cast<std::size_t>(residency.memory) < memories.size();
    py::dict row;
    row["tensor"] = residency_name(residency, planned.network);
    row["memory"] = inside ? at(memories, residency.memory).name : std::string("outside");
    row["offset"] = residency.offset;
    row["size"] = residency.size;
    row["lower"] = residency.lower;
    row["upper"] = residency.upper;
    rows.append(std::move(row));
  }
  return rows;
}

/// The points of a sweep, simulated one by one as they are asked for.
class Sweep {
 public:
  Sweep(std::vector<Network> networks,
        const std::vector<std::pair<std::string, std::string>>& axes) {
    spec_.networks = std::move(networks);
    for (const auto& [name, value] : axes) add(name, value);
    if (spec_.targets.empty()) {
      throw UserError(ExitCode::usage, "target is missing; spillway.list('targets') names them");
    }
    table_ = std::make_unique<SweepTable>(spec_);
  }

  std::size_t size() const { return table_->points().size(); }
  std::string header() const { return table_->header(); }
  std::string row(std::size_t point) {
    return simulated([&] { return table_->header() + table_->row(point) + "\n"; });
  }

 private:
  void add(const std::string& name, const std::string& value) {
    if (name == "target") {
      spec_.targets.push_back(value);
    } else if (name == "system-config") {
      spec_.system_configs.push_back(value);
    } else if (name == "memory-mode") {
      spec_.memory_modes.push_back(value);
    } else if (name == "memory") {
      add_memory(spec_, value);
    } else if (name == "part") {
      add_part(spec_, value);
    } else if (name == "planner") {
      add_planner(spec_, value);
    } else if (name == "allocator") {
      add_allocator(spec_, value);
    } else if (name == "skip") {
      spec_.skips.push_back(value);
    } else {
      add_option(spec_, name, value);
    }
  }

  SweepSpec spec_;
  std::unique_ptr<SweepTable> table_;
};

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs list_of(const std::string& what) {
  Pairs items;
  if (what == "networks") {
    for (const BuiltinNetwork& network : builtin_networks()) {
      items.emplace_back(network.name, network.summary);
    }
  } else if (what == "targets") {
    for (const std::string& name : target_names()) {
      items.emplace_back(name, load_target(name).description);
    }
  } else if (what == "planners") {
    for (const PlannerEntry& entry : planners()) items.emplace_back(entry.name, entry.summary);
  } else if (what == "weight-policies") {
    for (const WeightPolicyEntry& entry : weight_policies()) {
      items.emplace_back(entry.name, entry.summary);
    }
  } else if (what == "parts") {
    for (const std::string& name : part_names()) items.emplace_back(name, part_description(name));
  } else if (what == "options") {
    for (const PointOption& option : point_options()) items.emplace_back(option.name, option.help);
  } else {
    throw UserError(ExitCode::usage, unknown_name_message("list", what,
                                                          {"networks", "targets", "planners",
                                                           "weight-policies", "parts", "options"}));
  }
  return items;
}

// Python's classes of the package, by exit code.
void raise(const UserError& error) {
  const py::object raiser = py::module_::import("spillway").attr("_raise");
  try {
    raiser(static_cast<int>(error.code()), readable_message(error.what()));
  } catch (py::error_already_set& raised) {
    raised.restore();
  }
}

}  // namespace

PYBIND11_MODULE(_spillway, module) {
  module.attr("__version__") = version();
  add_planner({"python", "a function of the calling Python program", "",
               std::make_unique<PythonPlanner>()});
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const UserError& error) {
      raise(error);
    }
  });
  py::class_<Network>(module, "Network", "A network as it was read, before lowering for a target.")
      .def_readonly("name", &Network::name)
      .def_readonly("warnings", &Network::warnings)
      .def_property_readonly("operators",
                             [](const Network& network) {
                               std::vector<std::pair<std::string, std::string>> operators;
                               for (const Operator& op : network.operators) {
                                 operators.emplace_back(op.name, op.type_name);
                               }
                               return operators;
                             })
      .def_property_readonly("tensor_count",
                             [](const Network& network) { return network.tensors.size(); })
      .def("__repr__", [](const Network& network) {
        return "<spillway.Network " + network.name + ": " +
               std::to_string(network.operators.size()) + " operators>";
      });
  py::class_<Sweep>(module, "Sweep")
      .def(py::init<std::vector<Network>, const Pairs&>())
      .def("__len__", &Sweep::size)
      .def("header", &Sweep::header)
      .def("row", &Sweep::row);
  module.def("load", [](const std::string& name) {
    const py::gil_scoped_release no_gil;
    return load_network(name);
  });
  module.def("list_of", &list_of);
  module.def("option_separator", [](const std::string& name) {
    const PointOption& option = find_point_option(name);
    return option.list ? option.together ? "+" : "," : "";
  });
  module.def("run", &run);
  module.def("plan", &plan);
  module.def("compare", &compare);
  module.def("explain", &explain_operator);
}

}  // namespace spillway
