// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_values.h"

namespace spillway::option_entries {
namespace {

SetOption read_runs(const OptionItems& items) {
  return [runs = static_cast<int>(integer_in("runs", items.at(0), 1, 1000))](DesignPoint& point) {
    point.runs = runs;
  };
}

OptionItems items_of_runs(const DesignPoint& point) { return {std::to_string(point.runs)}; }

constexpr std::array<std::pair<const char*, Ideal>, 3> ideals = {
    {{"off", Ideal::off}, {"memories", Ideal::memories}, {"all", Ideal::all}}};

SetOption read_ideal(const OptionItems& items) {
  std::vector<std::string> names;
  for (const auto& [name, ideal] : ideals) {
    if (items.at(0) == name) return [ideal = ideal](DesignPoint& point) { point.ideal = ideal; };
    names.emplace_back(name);
  }
  throw UserError(ExitCode::usage, "--ideal: " + unknown_name_message("choice", items[0], names));
}

OptionItems items_of_ideal(const DesignPoint& point) {
  for (const auto& [name, ideal] : ideals) {
    if (point.ideal == ideal) return {name};
  }
  return {};
}

SetOption read_kernel(const OptionItems& items) {
  const std::vector<std::string> names = {"own", "systemc"};
  if (items.at(0) != names[0] && items.at(0) != names[1]) {
    throw UserError(ExitCode::usage,
                    "--kernel: " + unknown_name_message("kernel", items[0], names));
  }
  return
      [systemc = items[0] == names[1]](DesignPoint& point) { point.simulation.systemc = systemc; };
}

OptionItems items_of_kernel(const DesignPoint& point) {
  return {point.simulation.systemc ? "systemc" : "own"};
}

}  // namespace

PointOption ideal() {
  PointOption option{
      "ideal", "off|memories|all",
      "parts of the chip that take no time: memories, or everything that moves data [off]",
      Stage::simulate};
  option.read = read_ideal;
  option.items = items_of_ideal;
  option.clear = reset_member<&DesignPoint::ideal>;
  option.implied = "all";
  return option;
}

PointOption kernel() {
  PointOption option{"kernel", "own|systemc",
                     "simulation kernel: the program's own, or SystemC's as the reference [own]",
                     Stage::simulate};
  option.read = read_kernel;
  option.items = items_of_kernel;
  option.clear = [](DesignPoint& point) { point.simulation.systemc = false; };
  return option;
}

PointOption runs() {
  PointOption option{"runs", "N",
                     "number of inferences in a row, with warm caches and open DRAM rows; the last "
                     "one is shown [1]",
                     Stage::simulate};
  option.read = read_runs;
  option.items = items_of_runs;
  option.clear = reset_member<&DesignPoint::runs>;
  return option;
}

}  // namespace spillway::option_entries
