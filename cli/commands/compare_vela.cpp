// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/compare_vela.h"

#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
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
    throw UserError(ExitCode::usage, "--with: " + target.name + " is no Ethos-U");
  }
  if (compiled_family(network) != nullptr) {
    throw UserError(ExitCode::usage, "--with: " + network.name +
                                         " is compiled; its operators are no longer those of the "
                                         "listing: compare the network that it was made of");
  }
}

std::string totals(const Timing& timing, const std::vector<VelaLayer>& layers) {
  double vela = 0;
  for (const VelaLayer& layer : layers) vela += layer.op_cycles;
  return fmt::format("total {} cycles, Vela {:.0f} ({})\n", with_thousands(timing.total), vela,
                     signed_percent(static_cast<double>(timing.total) / vela - 1, 1));
}

}  // namespace

ExitCode compare_vela(const Arguments& arguments, const Console& console) {
  const std::string file = arguments.text("with");
  DesignPoint point = read_point(arguments, {"plan", "weight-policy"});
  const std::vector<std::string> policies = arguments.list("weight-policy");
  if (policies.size() > 1 || arguments.has("plan")) {
    throw UserError(ExitCode::usage,
                    "--with: compares one run, with one weight policy and planner");
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

}  // namespace spillway::cli
