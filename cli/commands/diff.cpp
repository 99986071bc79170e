// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "experiments/pages/documents.h"
#include "experiments/summary/diff_tables.h"

namespace spillway::cli {
namespace {

// Returns a tolerance as a fraction: 0.01 for the texts `1%` and `0.01`.
double read_tolerance(const std::string& text) {
  const bool percent = ends_with(text, "%");
  const std::optional<double> value = parse_number(text.substr(0, text.size() - (percent ? 1 : 0)));
  if (!value || !(*value >= 0)) {
    throw usage_error("--tolerance: '{}' is not a share like 1% or 0.01", text);
  }
  return percent ? *value / 100 : *value;
}

ExitCode run_diff(const Arguments& arguments, const Console& console) {
  const double tolerance = read_tolerance(arguments.text("tolerance", "0"));
  const auto file = [&](std::size_t i) {
    const std::string& path = arguments.positional()[i];
    return TableFile{read_text(path), path};
  };
  const TableDiff diff = diff_tables(file(0), file(1), tolerance);
  print(diff_printout(diff), arguments, console);
  const auto& files = arguments.positional();
  write_document(arguments, console, diff_document(diff, files[0], files[1], tolerance));
  return diff.moved == 0 ? ExitCode::ok : ExitCode::check_missed;
}

}  // namespace

CommandEntry diff_command() {
  CommandEntry entry;
  entry.summary = "compare two result files row by row, with a tolerance";
  entry.positional = "A.csv B.csv";
  entry.description =
      "A.csv and B.csv are two CSVs of 'run --per-op' or two CSVs of 'sweep'. Prints each cell "
      "that differs by more than the tolerance, and each row that only one file has. If there is "
      "such a cell or row, the exit status is 4.";
  entry.examples = {"spillway diff before.csv after.csv --tolerance 1%"};
  entry.options.add_options()(
      "tolerance", text_value("SHARE"),
      "share of A's figure by which B's figure may differ, such as 1% or 0.01 [0]");
  entry.tables = {"moved", "rows"};
  add_json_option(entry);
  entry.run = run_diff;
  return entry;
}

}  // namespace spillway::cli
