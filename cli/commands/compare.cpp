// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/commands/compare_vela.h"
#include "cli/commands/rank_planners.h"
#include "cli/pictures.h"
#include "cli/point_options.h"

namespace spillway::cli {
namespace {

ExitCode run_compare(const Arguments& arguments, const Console& console) {
  for (const char* option : {"report", "svg", "json", "per-op", "relink"}) {
    if (!arguments.has("with") || !arguments.has(option)) continue;
    throw UserError(ExitCode::usage,
                    fmt::format("--{} compares planners; --with prints a table only", option));
  }
  if (arguments.has("with") && (arguments.positional().size() > 1 || arguments.has("json"))) {
    throw UserError(ExitCode::usage, "--with compares one run with a listing, as a table");
  }
  return arguments.has("with") ? compare_vela(arguments, console)
                               : rank_planners(arguments, console);
}

}  // namespace

CommandEntry compare_command() {
  CommandEntry entry;
  entry.name = "compare";
  entry.summary = "planners, plans and compiled files side by side, by simulated latency";
  entry.positional = "NETWORK [COMPILED...]";
  entry.min_positional = 1;
  entry.max_positional = -1;
  entry.description =
      "--planner takes a list, or 'all'; --weight-policy a list, and then every planner runs with "
      "each; --plan plans of others; COMPILED are files that were compiled from the network, "
      "replayed as they are. With plans or compiled files the only planner is the target's own, "
      "unless --planner names others. Shows how far each is above a bound that none can beat, and "
      "where the time goes. If no plan fits, it says what would fit and exits with 1.";
  entry.examples = {
      "spillway compare mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=256K",
      "spillway compare network.tflite --target ethos-u55-128 --planner cadence-greedy,vela-spill",
      "spillway compare ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --memory "
      "sram=8K --planner vela-spill,search --per-op"};
  // `compare` has these two options in another form, because it tries several plans and weight
  // policies.
  add_point_options(entry.options, {"plan", "weight-policy"});
  entry.options.add_options()("plan", list_value("FILE"),
                              "plans of others, as 'run --plan' takes them")(
      "weight-policy", list_value("NAME"), "names of 'spillway list weight-policies' [auto]")(
      "with", text_value("FILE.csv"), "one run beside Vela's per-layer listing, by operator")(
      "relink", "also the files that 'relink' writes for plans of NETWORK instead of COMPILED")(
      "per-op", "print operators by planners, in microseconds, instead of totals")(
      "report", text_value("FILE.html"), "write a page with tables and pictures, for a browser");
  add_svg_option(entry.options, {"memory-map", "pareto"});
  entry.tables = {"planners", "differences", "operators", "layers"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"report", "svg"});
  entry.run = run_compare;
  return entry;
}

}  // namespace spillway::cli
