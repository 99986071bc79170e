// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "experiments/result_json.h"
#include "report/operator_table.h"
#include "traces/network_loader.h"
#include "traces/timing_csv.h"

namespace spillway::cli {
namespace {

GroupBy read_grouping(const Arguments& arguments) {
  const std::string by = arguments.text("group-by", "kind");
  if (by == "kind") return GroupBy::kind;
  if (by == "op") return GroupBy::op;
  throw UserError(ExitCode::usage, unknown_name_message("grouping", by, {"kind", "op"}));
}

// Tables of xcore.ai count in ticks of the reference clock.
TimeUnit time_unit(const Target& target) {
  if (const auto* tile = std::get_if<XcoreParameters>(&target.processor)) {
    return {"ticks", ClockDomain{tile->tick_khz}};
  }
  return {"cycles", ClockDomain{target.clock_khz}};
}

void print_warnings(const PointResult& result, const Console& console) {
  for (const std::string& warning : result.network.warnings) {
    console.err << "spillway: warning: " << warning << '\n';
  }
  for (const std::string& warning : result.program.warnings) {
    console.err << "spillway: warning: " << warning << '\n';
  }
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const GroupBy grouping = read_grouping(arguments);
  const DesignPoint point = read_point(arguments);
  const Network network = load_network(arguments.positional()[0]);
  const PointResult result = run_point(network, point);
  print_warnings(result, console);
  console.out << fmt::format("{} on {} ({}), planner {}\n", network.name, result.target.name,
                             result.target.mode.name, planner_of(point, result.target))
              << operator_table(result.timing, grouping, time_unit(result.target))
              << summary_text(result.timing);
  if (arguments.has("per-op")) {
    write_file(arguments.text("per-op"), write_timing_csv(result.timing));
  }
  if (arguments.has("json")) {
    write_file(arguments.text("json"), result_json(network, point, result));
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry run_command() {
  CommandEntry entry;
  entry.name = "run";
  entry.summary = "simulate a network under a plan: the operator table";
  entry.positional = "NETWORK";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.description =
      "NETWORK is a .tflite file, a network CSV, or a name of 'spillway list networks'.";
  entry.examples = {
      "spillway run mobilenet_v2_1.0_224 --target ethos-u65-256 --memory sram=384K",
      "spillway run network.tflite --target ethos-u55-128 --per-op out.csv",
  };
  add_point_options(entry.options);
  entry.options.add_options()("group-by", text_value("kind|op"), "rows of the table [kind]")(
      "per-op", text_value("FILE.csv"), "write one row per operator")(
      "json", text_value("FILE.json"), "write the result with the resolved configuration");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
