// SPDX-License-Identifier: Apache-2.0

#include <filesystem>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "cli/answer_options.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/sweeps/run_sweep.h"
#include "cli/sweeps/sweep_report.h"
#include "cli/sweeps/sweep_spec.h"
#include "cli/terminal.h"
#include "experiments/summary/sweep_grids.h"
#include "experiments/sweep/slurm_scripts.h"
#include "experiments/sweep/sweep_file.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

constexpr std::size_t default_chunk = 250;  // design points per task of a job array

bool is_sweep_file(const std::string& name) { return ends_with(name, ".toml"); }

// Throws if a .toml file declares the sweep and an option chooses design points. Together with a
// .toml file, only options that say how the sweep runs are allowed.
void require_no_choices(const Arguments& arguments) {
  std::vector<std::string> choices = {"skip"};
  for (const PointOption& option : point_options()) choices.emplace_back(option.name);
  arguments.require_none(
      choices, fmt::format("{} declares the points of the sweep; change a copy of this file",
                           arguments.positional()[0]));
}

SweepFile read_sweep(const Arguments& arguments, const Console& console) {
  const std::string& first = arguments.positional()[0];
  if (arguments.positional().size() > 1 || !is_sweep_file(first)) {
    SweepFile file;
    file.spec = read_sweep_spec(arguments, console);
    return file;
  }
  require_no_choices(arguments);
  return parse_sweep_file(read_text(first), first);
}

// Returns the path of this program, for job scripts that start the program on other machines.
std::string program_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "spillway" : path.string();
}

ExitCode write_slurm(const Arguments& arguments, const std::string& output, std::size_t points,
                     const Console& console) {
  if (!is_appendable_file(output)) {
    throw usage_error("--slurm needs --output FILE.csv");
  }
  arguments.require_none({"report", "svg", "json", "format", "only"},
                         "belongs to 'spillway merge', because --slurm only writes job scripts");
  const auto chunk =
      static_cast<std::size_t>(arguments.integer("chunk", 1, 1'000'000).value_or(default_chunk));
  const std::filesystem::path folder = std::filesystem::absolute(arguments.text("slurm"));
  SlurmSweep sweep;
  sweep.program = program_path();
  sweep.working_folder = std::filesystem::current_path().string();
  sweep.folder = folder.string();
  sweep.arguments = arguments.operands_without({"output", "jobs", "shard", "slurm", "chunk"});
  sweep.output = std::filesystem::absolute(output).string();
  sweep.tasks = (points + chunk - 1) / chunk;
  const SlurmScripts scripts = slurm_scripts(sweep);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UserError(ExitCode::run_failed, {folder.string()}, error.message());
  write_file((folder / "sweep.sbatch").string(), scripts.sweep);
  write_file((folder / "merge.sbatch").string(), scripts.merge);
  write_file((folder / "submit.sh").string(), scripts.submit);
  console.out << fmt::format("{} points in {} tasks; submit them with\nsh {}\n", points,
                             sweep.tasks, quoted_for_shell((folder / "submit.sh").string()));
  return ExitCode::ok;
}

// Prints a table with a row per operator and a column per design point, instead of the rows of the
// sweep.
ExitCode print_operators(SweepTable& table, const Arguments& arguments, const Console& console) {
  const Printout printout = grids_printout(sweep_grids(table, read_jobs(arguments)));
  if (arguments.has("output")) {
    print_to(arguments.text("output"), printout, arguments, console);
  } else {
    print(printout, arguments, console);
  }
  return ExitCode::ok;
}

void check_operator_options(const Arguments& arguments) {
  const bool of_operators = arguments.text("only") == "operators";
  if (arguments.has("only") && of_operators != arguments.has("per-op")) {
    throw usage_error("--only: the table 'operators' and --per-op go together");
  }
  if (!arguments.has("per-op")) return;
  arguments.require_none(
      {"report", "svg", "json", "slurm", "shard", "keep-failed", "point-timeout", "point-memory"},
      "is about the rows of a sweep; --per-op prints a table of operators instead");
}

// Whether to print a summary instead of the rows. True if --format or --only is given. Also true on
// a terminal, where rows of forty columns cannot be read.
bool prints_summary(const Arguments& arguments, const Console& console) {
  return arguments.has("format") || arguments.has("only") || writes_to_terminal(console);
}

ExitCode run_sweep(const Arguments& arguments, const Console& console) {
  check_sweep_report_options(arguments);
  check_operator_options(arguments);
  const SweepFile file = read_sweep(arguments, console);
  SweepTable table(file.spec);
  if (arguments.has("per-op")) return print_operators(table, arguments, console);
  const std::string output = arguments.text("output", file.output.empty() ? "-" : file.output);
  if (arguments.has("slurm")) return write_slurm(arguments, output, table.points().size(), console);
  if (!arguments.has("output") && output == "-" && prints_summary(arguments, console)) {
    const ExitCode code = run_sweep_for_summary(table, arguments, file.summary, console);
    console.err << "spillway: note: --output FILE.csv keeps the rows\n";
    return code;
  }
  return run_sweep_to(output, table, arguments, file.summary, console);
}

}  // namespace

CommandEntry sweep_command() {
  CommandEntry entry;
  entry.summary = "simulate every combination of networks, targets, memory sizes and planners";
  entry.positional = "NETWORK...|FILE.toml";
  entry.description =
      "Writes one CSV row per design point. If a point cannot be planned, its row has the status "
      "and the bytes that are missing. Rows are appended to FILE.csv as points finish; the same "
      "command line resumes an interrupted sweep. The finished file does not depend on --jobs. A "
      "FILE.toml of kind \"sweep\" declares the points of the sweep, instead of options.";
  entry.examples = {
      "spillway sweep mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=64K:512K:64K --planner cadence-greedy,vela-spill --output sweep.csv",
      "spillway sweep experiments/sram_sweep.toml --shard 1/8 --output part-1.csv",
      "spillway sweep ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --memory "
      "sram=8K:32K:8K --per-op"};
  add_sweep_options(entry.options);
  entry.options.add_options()(
      "skip", list_value("CONDITION"),
      "condition of points to leave out, such as 'planner=exact and memory.sram>512K'")(
      "slurm", text_value("DIR"),
      "write job scripts of a Slurm array, instead of simulating the points")(
      "chunk", text_value("N"), "points per task of the Slurm array [250]")(
      "per-op", "print a table of operators by points, in microseconds, instead of the rows")(
      "output", text_value("FILE.csv"),
      "file for the rows; the sweep resumes from rows in it [rows on standard output; on a "
      "terminal, tables]");
  entry.tables = {"latencies", "standings", "operators"};
  add_sweep_run_options(entry);
  entry.outputs.emplace_back("output");
  entry.sweep_csv = "output";
  entry.run = run_sweep;
  return entry;
}

}  // namespace spillway::cli
