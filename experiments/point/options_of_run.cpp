// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_entries.h"
#include "experiments/point/option_values.h"

namespace spillway::option_entries {

PointOption ideal() {
  PointOption option{
      "ideal", "off|memories|all",
      "parts of the chip that take no time: memories, or everything that moves data [off]",
      Stage::simulate};
  option.implied = "all";
  return choice_option<InPoint<&DesignPoint::ideal>>(
      option, "choice", {{"off", Ideal::off}, {"memories", Ideal::memories}, {"all", Ideal::all}});
}

PointOption kernel() {
  return choice_option<InPoint<&DesignPoint::simulation, &SimulationOptions::systemc>>(
      {"kernel", "own|systemc",
       "simulation kernel: the program's own, or SystemC's as the reference [own]",
       Stage::simulate},
      "kernel", {{"own", false}, {"systemc", true}});
}

PointOption runs() {
  return integer_option<InPoint<&DesignPoint::runs>>(
      {"runs", "N",
       "number of inferences in a row, with warm caches and open DRAM rows; the last one is shown "
       "[1]",
       Stage::simulate},
      1, 1000);
}

}  // namespace spillway::option_entries
