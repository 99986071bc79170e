// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain.h"

#include <limits>
#include <ostream>

#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/terminal.h"
#include "traces/network_loader.h"

namespace spillway::cli {
namespace {

ExitCode run(const Arguments& arguments, const Console& console) {
  const auto op = arguments.integer("op", 0, std::numeric_limits<std::int32_t>::max());
  if (!op) throw UserError(ExitCode::usage, "--op is missing: the number of an operator, from 0");
  const DesignPoint point = read_point(arguments);
  const PointResult result = run_point(load_network(arguments.positional()[0]), point);
  console.out << explanation_text(result, explain(result, static_cast<std::size_t>(*op)),
                                  output_width(console));
  return ExitCode::ok;
}

}  // namespace

CommandEntry explain_command() {
  CommandEntry entry;
  entry.name = "explain";
  entry.summary = "why an operator takes its time, and what would make it faster";
  entry.positional = "NETWORK";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.description =
      "Runs the network again for each tensor of the operator that is not in the fastest memory, "
      "as if it were there, and shows what that saves and whether it has room. Operators count "
      "from 0, in the order of 'spillway run --group-by op'.";
  entry.examples = {"spillway explain mobilenet_v2_1.0_224 --target ethos-u65-256 --op 3"};
  add_point_options(entry.options, {"runs"});  // what it runs again has one
  entry.options.add_options()("op", text_value("N"), "the operator");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
