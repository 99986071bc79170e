// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/rank_planners.h"
#include "cli/pictures.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "report/vela_listing.h"
#include "traces/csv/vela_per_layer.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

void require_plain(const Network& network, const DesignPoint& point) {
  const Target target = resolve_target(point);
  if (target.processor.family().compiler_listing == nullptr) {
    throw usage_error("--with: " + target.name + " is no Ethos-U");
  }
  if (compiled_family(network) != nullptr) {
    throw usage_error("--with: " + network.name +
                      " is compiled; its operators are no longer those of the listing: compare the "
                      "network that it was made of");
  }
}

std::string totals(const Timing& timing, const std::vector<VelaLayer>& layers) {
  double vela = 0;
  for (const VelaLayer& layer : layers) vela += layer.op_cycles;
  return fmt::format("total {} cycles, Vela {:.0f} ({})\n", with_thousands(timing.total), vela,
                     signed_percent(static_cast<double>(timing.total) / vela - 1, 1));
}

// Runs `compare --with FILE.csv`, which compares the simulated time of each operator with Vela's
// estimate in a per-layer listing.
ExitCode compare_vela(const Arguments& arguments, const Console& console) {
  const std::string file = arguments.text("with");
  DesignPoint point = read_point(arguments, {"plan", "weight-policy"});
  const std::vector<std::string> policies = arguments.list("weight-policy");
  if (policies.size() > 1 || arguments.has("plan")) {
    throw usage_error("--with: compares one run, with one weight policy and planner");
  }
  if (!policies.empty()) set_option(find_point_option("weight-policy"), {policies[0]}, point);
  const std::vector<VelaLayer> layers = parse_vela_per_layer(read_text(file), file);
  const Network network = load_network(arguments.positional()[0]);
  require_plain(network, point);
  const PointResult result = run_point(network, point);
  const std::vector<EstimatedOperation> mimic = result.target.processor.family().compiler_listing(
      result.network, result.plan.plan, result.target, result.family_options);
  Printout printout;
  printout << fmt::format("{} on {} ({}) beside {}\n", network.name, result.target.name,
                          result.target.mode.name, file)
           << vela_comparison_table(compare_with_vela(result.timing, layers, mimic))
           << totals(result.timing, layers);
  print(printout, arguments, console);
  return ExitCode::ok;
}

ExitCode run_compare(const Arguments& arguments, const Console& console) {
  for (const char* option : {"report", "svg", "json", "per-op", "relink"}) {
    if (!arguments.has("with") || !arguments.has(option)) continue;
    throw usage_error("--{} compares planners; --with prints a table only", option);
  }
  if (arguments.has("with") && (arguments.positional().size() > 1 || arguments.has("json"))) {
    throw usage_error("--with compares one run with a listing, as a table");
  }
  return arguments.has("with") ? compare_vela(arguments, console)
                               : rank_planners(arguments, console);
}

}  // namespace

CommandEntry compare_command() {
  CommandEntry entry;
  entry.summary = "planners, plans and compiled files side by side, by simulated latency";
  entry.positional = "NETWORK [COMPILED...]";
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
