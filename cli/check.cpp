// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/plan_input.h"
#include "planner/validate.h"

namespace spillway::cli {
namespace {

ExitCode run(const Arguments& arguments, const Console& console) {
  if (!arguments.has("buffers")) {
    throw UserError(ExitCode::usage, "check: --buffers FILE.csv is missing");
  }
  const PlacedProblem placed = read_buffers(arguments, read_memories(arguments));
  std::size_t violations = 0;
  for (std::size_t i = 0; i < placed.placements.size(); ++i) {
    if (placed.placements[i].memory == no_memory) {
      console.out << fmt::format("{}:{}: '{}' has no offset\n", placed.rows[i].file,
                                 placed.rows[i].line, placed.problem.buffers[i].name);
      ++violations;
    }
  }
  PlacedProblem complete = placed;
  for (std::size_t i = 0; i < complete.placements.size(); ++i) {
    complete.problem.buffers[i].skipped = complete.placements[i].memory == no_memory;
  }
  for (const Violation& violation : validate_placements(complete.problem, complete.placements)) {
    console.out << violation_name(violation.kind) << ": " << violation.message << '\n';
    ++violations;
  }
  if (violations > 0) {
    console.err << fmt::format("spillway: {} violation{}\n", violations,
                               violations == 1 ? "" : "s");
    return ExitCode::run_failed;
  }
  console.out << fmt::format("{} buffers, no violation\n", placed.placements.size());
  return ExitCode::ok;
}

}  // namespace

CommandEntry check_command() {
  CommandEntry entry;
  entry.name = "check";
  entry.summary = "validate a plan made anywhere: each violation on its own line";
  entry.description =
      "Reads a plan as CSV (docs/formats.md) and reports every overlap, misaligned or unplaced "
      "buffer and every one outside its memory. Exit status 1 when there is any.";
  entry.examples = {"spillway check --buffers plan.csv --memory sram=192K"};
  entry.options.add_options()("buffers", text_value("FILE.csv"), "the plan")(
      "memory", list_value("NAME=SIZE"), "memories and their capacities, fastest first");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
