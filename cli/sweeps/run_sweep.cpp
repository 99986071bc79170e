// SPDX-License-Identifier: Apache-2.0
#include "cli/sweeps/run_sweep.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/terminal_text.h"
#include "cli/answer_options.h"
#include "cli/print_tables.h"
#include "cli/sweeps/sweep_report.h"
#include "experiments/sweep/sweep.h"
#include "experiments/workers/memory_limit.h"
#include "traces/csv/csv_reader.h"

namespace spillway::cli {
namespace {

/// A status line on a terminal that is overwritten at every update. The line shows how many design
/// points of a sweep are done, points per second, the remaining time, and the lowest latency so
/// far. Prints nothing if the output is not a terminal.
class ProgressLine {
 public:
  ProgressLine(std::ostream& out, bool watched, std::string header);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Updates the line. `done` of `total` design points are finished. `row` is the CSV row of the
  /// point that was finished last; empty if no point is finished.
  void update(std::size_t done, std::size_t total, std::string_view row);

 private:
  using Clock = std::chrono::steady_clock;

  void note_best(std::string_view row);

  std::ostream& out_;
  bool watched_;
  std::string header_;
  Clock::time_point start_ = Clock::now(), shown_;
  std::size_t finished_before_ = 0;  // number of design points that an earlier run has finished
  bool started_ = false;
  double best_us_ = 0;
  std::string best_;
};

constexpr std::size_t terminal_columns = 79;

std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

ProgressLine::ProgressLine(std::ostream& out, bool watched, std::string header)
    : out_(out), watched_(watched), header_(std::move(header)) {}

ProgressLine::~ProgressLine() {
  if (started_) out_ << '\n';
}

void ProgressLine::note_best(std::string_view row) {
  CsvReader reader(fmt::format("{}{}\n", header_, row), "row");
  const auto latency = reader.require_column({"latency_us"});
  const auto memories = reader.require_column({"memories"});
  const auto planner = reader.require_column({"planner"});
  if (!reader.next_row() || reader.cell(latency).empty()) return;
  const double microseconds = reader.number(latency);
  if (!best_.empty() && microseconds >= best_us_) return;
  best_us_ = microseconds;
  best_ = fmt::format("{:.3f} ms {} {}", microseconds / 1e3, reader.cell(planner),
                      reader.cell(memories));
}

void ProgressLine::update(std::size_t done, std::size_t total, std::string_view row) {
  if (!watched_) return;
  if (!row.empty()) note_best(row);
  const Clock::time_point now = Clock::now();
  if (!started_) finished_before_ = done;
  if (started_ && done < total && now - shown_ < std::chrono::milliseconds(100)) return;
  started_ = true;
  shown_ = now;
  const std::chrono::duration<double> spent = now - start_;
  std::string line = fmt::format("{}/{}", done, total);
  if (done > finished_before_) {
    const double rate = static_cast<double>(done - finished_before_) / spent.count();
    line += fmt::format("  {:.1f} points/s  {} left", rate,
                        duration_text(static_cast<double>(total - done) / rate));
  }
  if (!best_.empty()) line += "  best " + best_;
  write_past_guard(out_, fmt::format("\r{:<{}}", terminal_text(line).substr(0, terminal_columns),
                                     terminal_columns));
  out_ << std::flush;
}

// A temporary folder for the CSV of a sweep whose rows go to standard output or a device. A sweep
// appends its rows to a regular file, so such a sweep writes to a file in this folder first.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
      const char* const variable = std::getenv("TMPDIR");
      throw UserError(ExitCode::run_failed,
                      fmt::format("TMPDIR: '{}' is no folder for temporary files; expected an "
                                  "existing folder, or --output",
                                  variable == nullptr ? "/tmp" : variable));
    }
    path_ = (folder / "spillway.XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
      throw UserError(ExitCode::run_failed, {folder.string()},
                      fmt::format("cannot make a temporary folder: {}", std::strerror(errno)));
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

constexpr double default_timeout_seconds = 3600;

ExitCode report(const SweepOutcome& outcome, const SweepRun& run, bool kept,
                const Console& console) {
  if (outcome.interrupted && !kept) {
    console.err << "spillway: interrupted; without an output file nothing was kept\n";
    return ExitCode::interrupted;
  }
  if (outcome.interrupted) {
    console.err << fmt::format(
        "spillway: interrupted; {} of {} points are in {}; resume with:\n{}\n", outcome.done,
        outcome.total, run.output, run.command);
    return ExitCode::interrupted;
  }
  if (outcome.damaged > 0) {
    console.err << fmt::format(
        "spillway: note: {} rows did not agree with their checksums and were simulated again\n",
        outcome.damaged);
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

// Runs the sweep. Then prints the summary, and writes the HTML page, drawings and JSON document
// from the sweep's finished CSV.
SweepOutcome run_and_show(SweepTable& table, const SweepRun& run, const Arguments& arguments,
                          const SummaryChoice* summary, const Console& console) {
  const SweepOutcome outcome = run_watched(table, run, console);
  if (outcome.interrupted) return outcome;
  if (summary != nullptr && run.shard.count == 1) {
    print(sweep_summary(read_sweep_file(run.output), *summary, &table,
                        print_width(arguments, console)),
          arguments, console);
  }
  if (wants_sweep_report(arguments)) {
    write_sweep_report(arguments, console, read_own_output(run.output), run.output,
                       origin_of(table, run.command));
  }
  if (arguments.has("json")) {
    write_sweep_document(arguments, console, read_own_output(run.output), run.output);
  }
  return outcome;
}

// Copies the rows of the file `from` to `output`. For standard output, copies a limited number of
// bytes at a time, because the file may be very large.
void copy_rows(const std::string& from, const std::string& output) {
  if (output != "-") return write_file(output, read_own_output(from));
  std::ifstream file(from, std::ios::binary);
  std::string piece(std::size_t{1} << 16U, '\0');
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
    write_file(output, {piece.data(), static_cast<std::size_t>(file.gcount())});
  }
}

// Reads the options that say how a sweep runs. `kept` says whether the rows go to the file of
// --output. Without a file of --output there are no rows of an earlier, interrupted run, so
// --keep-failed would have no effect and is an error.
SweepRun read_sweep_run(const Arguments& arguments, bool kept) {
  if (!kept) {
    arguments.require_none({"keep-failed"}, "only rows in the file of --output can be kept");
  }
  SweepRun run;
  run.workers = read_jobs(arguments);
  if (arguments.has("shard")) {
    arguments.require_none({"format", "only"},
                           "a shard prints no tables; 'spillway merge' prints the tables");
    run.shard = parse_shard(arguments.text("shard"));
  }
  run.keep_failed = arguments.has("keep-failed");
  run.limits.timeout = std::chrono::milliseconds(std::llround(
      1000 * arguments.number("point-timeout", 0.001, 1e6).value_or(default_timeout_seconds)));
  run.limits.memory = arguments.size("point-memory").value_or(machine_memory());
  run.command = arguments.command_line();
  return run;
}

}  // namespace

void add_worker_options(CommandEntry& entry) {
  entry.options.add_options()("jobs", text_value("N"),
                              "number of worker processes [one per processor]")(
      "keep-failed", "keep the rows of failed points, instead of simulating these points again")(
      "point-timeout", text_value("SECONDS"), "longest time that a point may take [3600]")(
      "point-memory", text_value("SIZE"),
      "most memory that a point may take [the machine's memory]");
}

void add_sweep_run_options(CommandEntry& entry) {
  add_worker_options(entry);
  entry.options.add_options()("shard", text_value("I/N"),
                              "simulate only part I of N of the points; 'env' takes I and N from "
                              "the variables of a job scheduler");
  add_sweep_report_options(entry);
}

bool is_appendable_file(const std::string& output) {
  std::error_code ignored;
  return output != "-" && (!std::filesystem::exists(output, ignored) ||
                           std::filesystem::is_regular_file(output, ignored));
}

ExitCode run_sweep_to(const std::string& output, SweepTable& table, const Arguments& arguments,
                      const SummaryChoice& summary, const Console& console) {
  SweepRun run = read_sweep_run(arguments, is_appendable_file(output));
  run.output = output;
  if (is_appendable_file(output)) {
    return report(run_and_show(table, run, arguments, &summary, console), run, true, console);
  }
  arguments.require_none({"format", "only"}, "the rows go to '" + output + "', without tables");
  const TemporaryFolder folder;
  run.output = folder.file("sweep.csv");
  const SweepOutcome outcome = run_and_show(table, run, arguments, nullptr, console);
  // With `--json -`, standard output must receive only the JSON document.
  const bool document_only = output == "-" && console.document != nullptr;
  if (!outcome.interrupted && !document_only) copy_rows(run.output, output);
  return report(outcome, run, false, console);
}

ExitCode run_sweep_for_summary(SweepTable& table, const Arguments& arguments,
                               const SummaryChoice& summary, const Console& console) {
  const TemporaryFolder folder;
  SweepRun run = read_sweep_run(arguments, false);
  run.output = folder.file("sweep.csv");
  return report(run_and_show(table, run, arguments, &summary, console), run, false, console);
}

ExitCode run_sweep_for_answer(
    SweepTable& table, const Arguments& arguments, const Console& console,
    const std::function<void(const std::string& csv, const std::string& source)>& answer) {
  const bool kept = arguments.has("output");
  SweepRun run = read_sweep_run(arguments, kept);
  std::optional<TemporaryFolder> folder;
  run.output = arguments.text("output");
  if (kept && !is_appendable_file(run.output)) {
    throw usage_error(
        "--output: the rows of the points need a regular file, to which they are appended");
  }
  if (!kept) run.output = folder.emplace().file("sweep.csv");
  const SweepOutcome outcome = run_watched(table, run, console);
  if (!outcome.interrupted) {
    answer(read_own_output(run.output), run.output);
  }
  return report(outcome, run, kept, console);
}

}  // namespace spillway::cli
