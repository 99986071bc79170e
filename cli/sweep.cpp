// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/progress_line.h"
#include "cli/sweep_report.h"
#include "experiments/slurm_scripts.h"
#include "experiments/sweep_options.h"
#include "experiments/sweep_summary.h"
#include "traces/network_loader.h"

namespace spillway::cli {
namespace {

constexpr std::size_t default_chunk = 250;  // points per task of a job array

SweepSpec read_spec(const Arguments& arguments) {
  SweepSpec spec;
  spec.targets = arguments.list("target");
  if (spec.targets.empty()) {
    throw UserError(ExitCode::usage, "--target is missing; 'spillway list targets' names them");
  }
  spec.system_configs = arguments.list("system-config");
  spec.memory_modes = arguments.list("memory-mode");
  for (const std::string& range : arguments.list("memory")) add_memory(spec, range);
  for (const std::string& part : arguments.list("part")) add_part(spec, part);
  for (const std::string& planner : arguments.list("planner")) add_planner(spec, planner);
  spec.allocators = arguments.list("allocator");
  for (const SweepOption& option : sweep_options()) {
    for (const std::string& value : arguments.list(option.name)) {
      add_option(spec, option.name, value);
    }
  }
  spec.skips = arguments.list("skip");
  for (const std::string& name : arguments.positional()) {
    spec.networks.push_back(load_network(name));
  }
  return spec;
}

// For rows that go to standard output or a device: a sweep grows in a file.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    path_ = (std::filesystem::temp_directory_path() / "spillway.XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
      throw UserError(ExitCode::run_failed, {path_}, "cannot make a temporary folder");
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

bool is_file(const std::string& output) {
  std::error_code ignored;
  return output != "-" && (!std::filesystem::exists(output, ignored) ||
                           std::filesystem::is_regular_file(output, ignored));
}

ExitCode report(const SweepOutcome& outcome, const SweepRun& run, const Console& console) {
  if (outcome.interrupted) {
    console.err << fmt::format(
        "spillway: interrupted; {} of {} points are in {}; resume with:\n{}\n", outcome.done,
        outcome.total, run.output, run.command);
    return ExitCode::interrupted;
  }
  if (outcome.failed == 0) return ExitCode::ok;
  console.err << fmt::format("spillway: {} of {} points failed\n", outcome.failed, outcome.total);
  return ExitCode::run_failed;
}

SweepOutcome run_watched(SweepTable& table, const SweepRun& run, const Console& console) {
  ProgressLine line(console.err, ::isatty(STDERR_FILENO) != 0, table.header());
  return run_sweep(table, run, [&](std::size_t done, std::size_t total, std::string_view row) {
    line.update(done, total, row);
  });
}

// The program itself, for scripts that run elsewhere.
std::string program_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "spillway" : path.string();
}

ExitCode write_slurm(const Arguments& arguments, std::size_t points, const Console& console) {
  const std::string output = arguments.text("output", "-");
  if (!is_file(output)) throw UserError(ExitCode::usage, "--slurm needs --output FILE.csv");
  const auto chunk =
      static_cast<std::size_t>(arguments.integer("chunk", 1, 1'000'000).value_or(default_chunk));
  const std::filesystem::path folder = std::filesystem::absolute(arguments.text("slurm"));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw UserError(ExitCode::run_failed, {folder.string()}, error.message());
  const auto quoted = [](const std::filesystem::path& path) {
    return quoted_for_shell(path.string());
  };
  SlurmSweep sweep;
  sweep.program = quoted(program_path());
  sweep.working_folder = quoted(std::filesystem::current_path());
  sweep.folder = quoted(folder);
  sweep.arguments = arguments.operands_without({"output", "jobs", "shard", "slurm", "chunk"});
  sweep.output = quoted(std::filesystem::absolute(output));
  sweep.tasks = (points + chunk - 1) / chunk;
  const SlurmScripts scripts = slurm_scripts(sweep);
  write_file((folder / "sweep.sbatch").string(), scripts.sweep);
  write_file((folder / "merge.sbatch").string(), scripts.merge);
  write_file((folder / "submit.sh").string(), scripts.submit);
  console.out << fmt::format("{} points in {} tasks; submit them with\nsh {}\n", points,
                             sweep.tasks, quoted(folder / "submit.sh"));
  return ExitCode::ok;
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const SweepSpec spec = read_spec(arguments);
  SweepTable table(spec);
  if (arguments.has("slurm")) return write_slurm(arguments, table.points().size(), console);
  SweepRun run;
  run.output = arguments.text("output", "-");
  run.workers =
      static_cast<std::size_t>(arguments.integer("jobs", 1, 1024)
                                   .value_or(std::max(1U, std::thread::hardware_concurrency())));
  if (arguments.has("shard")) run.shard = parse_shard(arguments.text("shard"));
  run.command = arguments.command_line();
  if (is_file(run.output)) {
    const SweepOutcome outcome = run_watched(table, run, console);
    if (!outcome.interrupted && run.shard.count == 1) {
      console.out << sweep_summary(read_text(run.output), run.output, {}, &table);
    }
    if (!outcome.interrupted) write_sweep_report(arguments, run.output, table);
    return report(outcome, run, console);
  }
  const TemporaryFolder folder;
  const std::string device = run.output;
  run.output = folder.file("sweep.csv");
  const SweepOutcome outcome = run_watched(table, run, console);
  if (!outcome.interrupted) {
    write_file(device, read_text(run.output));
    write_sweep_report(arguments, run.output, table);
  }
  return report(outcome, run, console);
}

}  // namespace

CommandEntry sweep_command() {
  CommandEntry entry;
  entry.name = "sweep";
  entry.summary = "simulate every combination of networks, targets, memory sizes and planners";
  entry.positional = "NETWORK...";
  entry.min_positional = 1;
  entry.max_positional = -1;
  entry.description =
      "One CSV row per design point. A point that cannot be planned is a row with its status and "
      "the bytes it exceeds by. Rows are appended to FILE.csv as points finish; the same command "
      "line "
      "resumes an interrupted sweep. The finished file does not depend on --jobs.";
  entry.examples = {
      "spillway sweep mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=64K:512K:64K --planner cadence-greedy,vela-spill --output sweep.csv"};
  entry.options.add_options()("target", list_value("TARGET"), "chips")(
      "system-config", list_value("NAME"), "clocks and memories [each target's default]")(
      "memory-mode", list_value("MODE"), "memory modes [each target's default]")(
      "memory", list_value("NAME=FIRST:LAST:STEP"),
      "capacities of a memory: ranges, sizes, shares of the peak (50%), 'auto'")(
      "part", list_value("MEMORY=PART"), "parts that a memory is built from")(
      "planner", list_value("PLANNER"), "planners, or 'all' [each target's default]")(
      "allocator", list_value("NAME"), "allocators [each planner's own]")(
      "skip", list_value("CONDITION"), "leave points out: 'planner=exact and memory.sram>512K'")(
      "jobs", text_value("N"), "worker processes [one per processor]")(
      "shard", text_value("I/N"), "only part I of N, or 'env': from the job engine's environment")(
      "slurm", text_value("DIR"), "write job scripts of a Slurm array instead of running")(
      "chunk", text_value("N"), "points per task of the array [250]")(
      "output", text_value("FILE.csv"), "where the rows go; resumes it [standard output]");
  for (const SweepOption& option : sweep_options()) {
    entry.options.add_options()(option.name, list_value(option.placeholder), option.help);
  }
  add_sweep_report_options(entry.options);
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
