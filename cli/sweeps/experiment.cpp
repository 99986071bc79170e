// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <ostream>
#include <set>

#include <fmt/format.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "cli/sweeps/run_sweep.h"
#include "cli/sweeps/sweep_report.h"
#include "experiments/sweep/sweep_file.h"
#include "experiments/validation/fvp_experiment.h"
#include "experiments/validation/invoke_experiment.h"
#include "experiments/validation/vela_experiment.h"
#include "hwmodels/toml/toml_reader.h"

namespace spillway::cli {
namespace {

ExitCode report_missed(const std::vector<std::string>& missed, const Console& console) {
  for (const std::string& miss : missed) console.err << "spillway: missed: " << miss << '\n';
  return missed.empty() ? ExitCode::ok : ExitCode::check_missed;
}

ExitCode run_invoke_tables(const std::string& toml, const std::string& path,
                           const Arguments& arguments, const Console& console) {
  const InvokeExperiment experiment = parse_invoke_experiment(toml, path);
  const InvokeResult result = run_invoke_experiment(experiment);
  print(invoke_report(experiment, result), arguments, console);
  return report_missed(result.missed, console);
}

// Returns a path in `folder` for the experiment file NAME.toml: FOLDER/NAME followed by `ending`.
// Makes the folder if it is missing.
std::string file_in(const std::string& folder, const std::string& experiment,
                    const std::string& ending) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UserError(ExitCode::run_failed, {folder}, error.message());
  const std::string name = std::filesystem::path(experiment).stem().string() + ending;
  return (std::filesystem::path(folder) / name).string();
}

ExitCode run_vela_validation(const std::string& toml, const std::string& path,
                             const Arguments& arguments, const Console& console) {
  const VelaExperiment experiment = parse_vela_experiment(toml, path);
  const VelaExperimentResult result = run_vela_experiment(experiment);
  print(vela_report(experiment, result), arguments, console);
  if (arguments.has("output")) {
    write_file(file_in(arguments.text("output"), path, "_operations.csv"),
               vela_operations_csv(result.cases));
  }
  return report_missed(missed_figures(experiment, result), console);
}

ExitCode run_fvp_validation(const std::string& toml, const std::string& path,
                            const Arguments& arguments, const Console& console) {
  const FvpExperiment experiment = parse_fvp_experiment(toml, path);
  const std::vector<FvpResult> results = run_fvp_experiment(experiment);
  print(fvp_report(experiment, results), arguments, console);
  return report_missed(missed_fvp_figures(experiment, results), console);
}

// Runs the sweep that the file NAME.toml declares. With --output DIR, the rows are written to
// DIR/NAME.csv. Without --output, NAME.toml may name the file for the rows; if NAME.toml names no
// file, only the summary is printed.
ExitCode run_declared_sweep(const std::string& toml, const std::string& path,
                            const Arguments& arguments, const Console& console) {
  check_sweep_report_options(arguments);
  SweepFile file = parse_sweep_file(toml, path);
  SweepTable table(file.spec);
  file.summary.head = file.description + "\n";
  if (!arguments.has("output")) {
    return file.output.empty() ? run_sweep_for_summary(table, arguments, file.summary, console)
                               : run_sweep_to(file.output, table, arguments, file.summary, console);
  }
  const std::string csv = file_in(arguments.text("output"), path, ".csv");
  return run_sweep_to(csv, table, arguments, file.summary, console);
}

// Throws if the experiment is a comparison with published results and the user gives an option that
// only sweeps have.
void reject_options_of_sweeps(const Arguments& arguments, const std::string& kind) {
  const std::set<std::string> comparisons = {"invoke_tables", "vela_validation", "fvp_validation"};
  if (comparisons.count(kind) == 0) return;
  std::vector<std::string> options = {"report",      "svg",           "json",         "jobs",
                                      "keep-failed", "point-timeout", "point-memory", "shard"};
  if (kind != "vela_validation") options.emplace_back("output");
  arguments.require_none(
      options,
      fmt::format("experiments of the kind '{}' only print a table; this option is for sweeps",
                  kind));
}

ExitCode run_experiment(const Arguments& arguments, const Console& console) {
  const std::string& path = arguments.positional()[0];
  const std::string toml = read_text(path);
  const std::string kind = TomlTable::parse(toml, path).string("kind");
  reject_options_of_sweeps(arguments, kind);
  if (kind == "invoke_tables") return run_invoke_tables(toml, path, arguments, console);
  if (kind == "vela_validation") return run_vela_validation(toml, path, arguments, console);
  if (kind == "fvp_validation") return run_fvp_validation(toml, path, arguments, console);
  if (kind == "sweep") return run_declared_sweep(toml, path, arguments, console);
  throw input_error({path}, unknown_name_message(
                                "kind of experiment", kind,
                                {"invoke_tables", "vela_validation", "fvp_validation", "sweep"}));
}

}  // namespace

CommandEntry experiment_command() {
  CommandEntry entry;
  entry.summary = "run a declared experiment: a sweep, or a comparison with published figures";
  entry.positional = "FILE.toml";
  entry.description =
      "FILE.toml declares the experiment. If a figure of a comparison misses its tolerance, the "
      "exit status is 4. A sweep prints tables that answer the question of the experiment; "
      "--output keeps its rows, so that an interrupted sweep can be resumed.";
  entry.examples = {"spillway experiment experiments/dram_matters.toml --output results",
                    "spillway experiment experiments/split_arena.toml",
                    "spillway experiment experiments/ethos_u_validation.toml",
                    "spillway experiment experiments/ethos_u_fvp.toml"};
  entry.options.add_options()(
      "output", text_value("DIR"),
      "folder for the rows of a sweep [the file that FILE.toml names, if any], or of the "
      "operations that are compared with Vela [not written]");
  entry.tables = {"latencies", "standings", "comparison", "runs",  "means",
                  "kinds",     "units",     "worst",      "bytes", "plans"};
  add_sweep_run_options(entry);
  entry.run = run_experiment;
  return entry;
}

}  // namespace spillway::cli
