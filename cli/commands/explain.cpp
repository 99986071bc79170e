// SPDX-License-Identifier: Apache-2.0
#include "experiments/answers/explain.h"

#include <ostream>

#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "experiments/pages/documents.h"
#include "experiments/point/point_cache.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

ExitCode run_explain(const Arguments& arguments, const Console& console) {
  const std::string op = arguments.text("op");
  if (op.empty()) {
    throw usage_error("--op is missing; expected the number of an operator, from 0, or its name");
  }
  const DesignPoint open = read_open_point(arguments);
  const Network network = load_network(arguments.positional()[0]);
  PointCache cache;
  const DesignPoint point =
      choose_lowering(network, complete_point(open, {&network}), cache, console);
  console.err << note_of_file(point);
  const PointResult result = run_as_given(network, point, cache);
  const Explanation explanation = explain(result, find_operator(op, result.timing));
  print(explanation_printout(result, explanation, print_width(arguments, console)), arguments,
        console);
  write_document(arguments, console, explanation_document(network, result, explanation));
  return ExitCode::ok;
}

}  // namespace

CommandEntry explain_command() {
  CommandEntry entry;
  entry.summary =
      "show where the time of an operator goes, and the time that fast memory would save";
  entry.positional = "NETWORK";
  entry.description =
      "For each tensor of the operator that is not in the fastest memory, simulates the run again "
      "with this tensor in the fastest memory. Shows the time that this saves, and whether the "
      "memory has room for the tensor. The operator is given by its number (from 0, as 'spillway "
      "run --group-by op' prints it), by its name, or by a part of its name that is in no other "
      "name.";
  entry.examples = {
      "spillway explain mobilenet_v2_1.0_224 --target ethos-u65-256 --op 3",
      "spillway explain mobilenet_v2_1.0_224 --target ethos-u65-256 --op classes --json -"};
  add_point_options(entry.options, {"runs"});  // an explanation is about a single inference
  entry.options.add_options()("op", text_value("N|NAME"), "number or name of the operator");
  entry.tables = {"time", "traffic", "savings"};
  add_json_option(entry);
  entry.run = run_explain;
  return entry;
}

}  // namespace spillway::cli
