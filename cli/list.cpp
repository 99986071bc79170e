// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"
#include "hwmodels/builtin_targets.h"

namespace spillway::cli {
namespace {

ExitCode run(const Arguments& arguments, const Console& console) {
  const std::string& what = arguments.positional()[0];
  if (what == "targets") {
    for (const BuiltinTarget& target : builtin_targets()) console.out << target.name << '\n';
    return ExitCode::ok;
  }
  if (what == "parts") {
    for (const BuiltinTarget& part : builtin_parts()) console.out << part.name << '\n';
    return ExitCode::ok;
  }
  throw UserError(ExitCode::usage, unknown_name_message("list", what, {"targets", "parts"}));
}

}  // namespace

CommandEntry list_command() {
  CommandEntry entry;
  entry.name = "list";
  entry.summary = "names of networks, targets, planners or memory parts";
  entry.positional = "networks|targets|planners|parts";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.examples = {"spillway list planners"};
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
