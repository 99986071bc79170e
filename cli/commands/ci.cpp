// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "experiments/ci/ci_reports.h"

namespace spillway::cli {
namespace {

void write_baseline(const CiFile& file, const std::vector<CiResult>& results,
                    const Console& console) {
  const bool whole = std::all_of(results.begin(), results.end(),
                                 [](const CiResult& result) { return result.failure.empty(); });
  if (!whole) {
    console.err << "spillway: the baseline stays as it is: a check could not run\n";
    return;
  }
  write_file(file.baseline, ci_document(results));
  console.err << "spillway: baseline written to " << file.baseline << "\n";
}

ExitCode run_ci(const Arguments& arguments, const Console& console) {
  const std::string& path = arguments.positional()[0];
  CiFile file = parse_ci_file(read_text(path), path);
  if (arguments.has("baseline")) file.baseline = arguments.text("baseline");
  file.updates_baseline = arguments.has("update");
  if (file.updates_baseline && file.baseline.empty()) {
    throw usage_error("--update: " + path +
                      " names no baseline; add baseline = \"baseline.json\" to this file, or give "
                      "--baseline FILE.json");
  }
  const std::vector<CiResult> results = run_ci(file);
  print(ci_printout(results, table_format(arguments) == TableFormat::text), arguments, console);
  write_document(arguments, console, ci_document(results));
  if (arguments.has("markdown")) {
    write_file(arguments.text("markdown"), ci_markdown(file.description, results));
  }
  if (arguments.has("junit")) write_file(arguments.text("junit"), ci_junit(results));
  if (file.updates_baseline) write_baseline(file, results, console);
  return exit_code_of(results);
}

}  // namespace

CommandEntry ci_command() {
  CommandEntry entry;
  entry.summary = "check budgets of networks and changes against a baseline, for your CI";
  entry.positional = "FILE.toml";
  entry.description =
      "FILE.toml of kind \"ci\" names networks, targets and budgets (docs/experiments.md). Prints "
      "each check and the operators that changed. If a budget is missed, the exit status is 4; if "
      "a check cannot run, it is 1. --update writes the results as the baseline, also as the first "
      "baseline. With --update, growth over the old baseline is no failure, but a missed budget "
      "still is.";
  entry.examples = {"spillway ci spillway.toml --update",
                    "spillway ci spillway.toml --markdown comment.md --junit results.xml"};
  entry.options.add_options()(
      "baseline", text_value("FILE.json"),
      "compare with this baseline, instead of the baseline that FILE.toml names")(
      "markdown", text_value("FILE.md"), "write a comment for a pull request")(
      "junit", text_value("FILE.xml"), "write the results as a JUnit test suite")(
      "update", "make the results the new baseline");
  entry.tables = {"checks", "changes"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"markdown", "junit"});
  entry.renewed.emplace_back("baseline", "update");
  entry.run = run_ci;
  return entry;
}

}  // namespace spillway::cli
