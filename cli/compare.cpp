// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/compare_vela.h"
#include "cli/pictures.h"
#include "cli/point_options.h"
#include "cli/rank_planners.h"

namespace spillway::cli {
namespace {

ExitCode run(const Arguments& arguments, const Console& console) {
  for (const char* option : {"report", "svg", "json"}) {
    if (!arguments.has("with") || !arguments.has(option)) continue;
    throw UserError(ExitCode::usage,
                    fmt::format("--{} compares planners; --with prints a table only", option));
  }
  return arguments.has("with") ? compare_vela(arguments, console)
                               : rank_planners(arguments, console);
}

}  // namespace

CommandEntry compare_command() {
  CommandEntry entry;
  entry.name = "compare";
  entry.summary = "planners side by side, by simulated latency";
  entry.positional = "NETWORK";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.description =
      "--planner takes a list, or 'all' (default). Shows how far each plan is above a bound that "
      "none can beat, and where the time goes.";
  entry.examples = {
      "spillway compare mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=256K",
      "spillway compare network.tflite --target ethos-u55-128 --planner cadence-greedy,vela-spill"};
  add_point_options(entry.options, {"plan"});  // its planners are what it compares
  entry.options.add_options()("with", text_value("FILE.csv"),
                              "one run beside Vela's per-layer listing, by operator")(
      "report", text_value("FILE.html"), "write a page with tables and pictures, for a browser");
  add_svg_option(entry.options, {"memory-map", "pareto"});
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"report", "svg"});
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
