// SPDX-License-Identifier: Apache-2.0
// The compiled part of the Python package. Its functions get options as words of a command line.
// run(), compare() and explain() return the JSON documents that the command would print. The Python
// code in python/spillway converts these documents to dicts.
#include <map>
#include <mutex>
#include <sstream>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/index.h"
#include "base/readable_message.h"
#include "base/version.h"
#include "cli/command.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/answers/explain.h"
#include "experiments/pages/documents.h"
#include "experiments/pages/result_json.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/chosen_lowering.h"
#include "experiments/point/input_hashes.h"
#include "experiments/point/option_table.h"
#include "experiments/rows/sweep_trades.h"
#include "experiments/sweep/sweep_table.h"
#include "experiments/workers/worker_pool.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/weight_policy.h"
#include "python/python_planner.h"
#include "traces/files/builtin_networks.h"
#include "traces/files/network_loader.h"

namespace py = pybind11;

namespace spillway {
namespace {

using Options = std::map<std::string, OptionItems>;
using Functions = std::vector<py::function>;

// Returns the lock for simulations: SystemC has one simulation kernel per process, so only one
// Python thread may simulate at a time.
std::mutex& simulator() {
  static std::mutex mutex;
  return mutex;
}

// Whether this thread is simulating. A planner function must not start another simulation in this
// thread: the second simulation would wait forever for the lock that the thread already holds.
thread_local bool is_simulating = false;

class NestedSimulationGuard {
 public:
  NestedSimulationGuard() {
    if (is_simulating) {
      throw UserError(ExitCode::usage,
                      "a planner function cannot simulate: it is asked while a simulation runs");
    }
    is_simulating = true;
  }
  ~NestedSimulationGuard() { is_simulating = false; }
  NestedSimulationGuard(const NestedSimulationGuard&) = delete;
  NestedSimulationGuard& operator=(const NestedSimulationGuard&) = delete;
};

/// Runs `work`, which simulates, and returns its result. Releases Python's interpreter lock
/// meanwhile. If Ctrl-C was pressed during `work`, raises KeyboardInterrupt afterwards. `functions`
/// are the Python functions that act as planners during this call.
template <typename WorkOfCall>
auto simulated(const Functions& functions, const WorkOfCall& work) {
  auto result = [&] {
    const NestedSimulationGuard simulating;
    const PlannerScope scope(functions);
    const py::gil_scoped_release no_gil;
    const std::lock_guard<std::mutex> lock(simulator());
    add_python_planners(functions.size());
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
    throw UserError(ExitCode::usage, "target is missing; spillway.names('targets') names them");
  }
  return point;
}

std::string run(const Network& network, const Options& options, const Functions& functions) {
  return simulated(functions, [&] {
    PointCache cache;
    const DesignPoint point = with_chosen_lowering(network, point_of(options, network), cache);
    return result_json(network, point, run_as_given(network, point, cache));
  });
}

std::string compare(const Network& network, const Options& options,
                    const std::vector<std::string>& names, const Functions& functions) {
  return simulated(functions, [&] {
    const DesignPoint point = point_of(options, network);
    return comparison_document(network, point, compare_planners(network, point, names));
  });
}

std::string explain_operator(const Network& network, const Options& options, const std::string& op,
                             const Functions& functions) {
  return simulated(functions, [&] {
    const DesignPoint point = point_of(options, network);
    const PointResult result = run_point(network, point);
    const std::size_t number = find_operator(op, result.timing);
    return explanation_document(network, result, explain(result, number));
  });
}

py::list plan(const Network& network, const Options& options, const Functions& functions) {
  struct Planned {
    Network network;
    NetworkPlan plan;
  };
  const Planned planned = simulated(functions, [&] {
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

/// The design points of a sweep. A point is simulated when the caller requests its row.
class Sweep {
 public:
  /// `axes` are pairs of an option and one of its values. `functions` is the number of planners
  /// that are Python functions.
  Sweep(std::vector<Network> networks, const std::vector<std::pair<std::string, std::string>>& axes,
        std::size_t functions) {
    {
      const py::gil_scoped_release no_gil;
      const std::lock_guard<std::mutex> lock(simulator());
      add_python_planners(functions);
    }
    spec_.networks = std::move(networks);
    for (const auto& [name, value] : axes) {
      if (name == "skip") {
        spec_.skips.push_back(value);
      } else {
        add_value(spec_, name, value);
      }
    }
    if (spec_.targets.empty()) {
      throw UserError(ExitCode::usage, "target is missing; spillway.names('targets') names them");
    }
    table_ = std::make_unique<SweepTable>(spec_);
  }

  std::size_t size() const { return table_->points().size(); }
  std::string header() const { return table_->header(); }
  std::string row(std::size_t point, const Functions& functions) {
    return simulated(functions, [&] { return table_->row(point) + "\n"; });
  }

  /// Simulates the design points with the numbers `points` in `jobs` worker processes. Calls `done`
  /// with the number and the row of each point, in any order.
  void rows(const std::vector<std::size_t>& points, std::size_t jobs, const py::function& done) {
    const PoolEnd end = simulated({}, [&] {
      return run_in_workers(
          points, jobs, [&](std::size_t point) { return table_->row(point); },
          [&](std::size_t point, const std::optional<std::string>& output) {
            const std::string row =
                output ? *output : table_->failed_row(point, "two workers died at this point");
            const py::gil_scoped_acquire gil;
            done(point, row + "\n");
          });
    });
    if (end == PoolEnd::interrupted) throw UserError(ExitCode::interrupted, "interrupted");
  }

 private:
  SweepSpec spec_;
  std::unique_ptr<SweepTable> table_;
};

/// Runs a command line, given without the program's name. Returns exit code, standard output and
/// standard error.
py::tuple command(const std::vector<std::string>& words, const Functions& functions) {
  std::ostringstream out, err;
  const ExitCode code = simulated(functions, [&] {
    return cli::run_command_line(words, {out, err});
  });
  return py::make_tuple(static_cast<int>(code), out.str(), err.str());
}

/// Whether an option of a command takes no value. False if the command has no such option.
bool is_flag(const std::string& command, const std::string& name) {
  const auto* const option = cli::find_command(command).options.find_nothrow(name, false);
  return option != nullptr && option->semantic()->max_tokens() == 0;
}

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
    for (const PlannerEntry& entry : planners()) {
      const bool further = entry.name.rfind(python_planner_name(0) + "-", 0) == 0;
      if (!further) items.emplace_back(entry.name, entry.summary);
    }
  } else if (what == "weight-policies") {
    for (const WeightPolicy& entry : weight_policies()) {
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

// Raises `error` as a Python exception. The function _raise() of the Python package chooses the
// class of the exception by the exit code.
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
  add_python_planners(1);
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 gives the type of this function.
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
      .def_readonly("source", &Network::source, "The path that it was read from, or built-in.")
      .def_property_readonly("hash", &network_hash, "Of the file, or of the structure.")
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
      .def("__eq__",
           [](const Network& network, const py::object& other) {
             return py::isinstance<Network>(other) &&
                    network_hash(network) == network_hash(py::cast<const Network&>(other));
           })
      .def("__hash__",
           [](const Network& network) { return std::hash<std::string>()(network_hash(network)); })
      .def("__repr__", [](const Network& network) {
        return "<spillway.Network " + network.name + ": " +
               std::to_string(network.operators.size()) + " operators>";
      });
  py::class_<Sweep>(module, "Sweep")
      .def(py::init<std::vector<Network>, const Pairs&, std::size_t>())
      .def("__len__", &Sweep::size)
      .def("header", &Sweep::header)
      .def("row", &Sweep::row)
      .def("rows", &Sweep::rows);
  module.def("load", [](const std::string& name) {
    const py::gil_scoped_release no_gil;
    return load_network(name);
  });
  module.def("list_of", &list_of);
  module.def("option_separator", [](const std::string& name) {
    const PointOption& option = find_point_option(name);
    return option.list ? option.together ? "+" : "," : "";
  });
  module.def("python_planner_name", &python_planner_name);
  module.def("with_pareto_column",
             [](const std::string& csv) { return with_pareto_column(csv, "the sweep"); });
  module.def("command", &command);
  module.def("is_flag", &is_flag);
  module.def("run", &run);
  module.def("plan", &plan);
  module.def("compare", &compare);
  module.def("explain", &explain_operator);
}

}  // namespace spillway
