// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/print_tables.h"
#include "cli/sweeps/sweep_report.h"
#include "experiments/summary/sweep_summary.h"
#include "experiments/sweep/merge_sweeps.h"
#include "experiments/sweep/sweep_meta.h"

namespace spillway::cli {
namespace {

// Returns the shards among `paths`. Leaves out the files with the times of shards: a shell pattern
// such as part-*.csv also matches part-1.csv.times.csv, which is not a shard.
std::vector<std::string> shards_among(std::vector<std::string> paths) {
  const std::vector<std::string> given = paths;
  const auto has_shard = [&](const std::string& path) {
    return std::any_of(given.begin(), given.end(),
                       [&](const std::string& shard) { return path == times_path(shard); });
  };
  paths.erase(std::remove_if(paths.begin(), paths.end(), has_shard), paths.end());
  return paths;
}

ExitCode run_merge(const Arguments& arguments, const Console& console) {
  check_sweep_report_options(arguments);
  const MergedSweep merged =
      merge_sweeps(shards_among(arguments.positional()), arguments.command_line());
  const std::string output = arguments.text("output", "-");
  if (output == "-") {
    arguments.require_none({"format"}, "without --output FILE.csv, the rows are printed as CSV");
  }
  // All contents are made before the first file is written, so that an error leaves no files.
  const SweepOrigin origin = origin_in(merged.meta, meta_path(arguments.positional()[0]));
  const Printout summary = sweep_summary(read_sweep_rows(merged.csv, output), {}, nullptr,
                                         print_width(arguments, console));
  if (output != "-" || console.document == nullptr) write_file(output, merged.csv);
  write_sweep_document(arguments, console, merged.csv, output);
  if (output != "-") {
    write_file(meta_path(output), merged.meta);
    if (!merged.times.empty()) write_file(times_path(output), merged.times);
    print(summary, arguments, console);
  }
  write_sweep_report(arguments, console, merged.csv, output, origin);
  if (merged.failed == 0) return ExitCode::ok;
  console.err << fmt::format("spillway: {} points failed\n", merged.failed);
  return ExitCode::run_failed;
}

}  // namespace

CommandEntry merge_command() {
  CommandEntry entry;
  entry.summary = "join the shards of a sweep into one CSV";
  entry.positional = "SHARD.csv...";
  entry.description =
      "Refuses shards that are unfinished, overlap, leave a gap or belong to different sweeps. The "
      "result is equal to the file that one run of the whole sweep writes.";
  entry.examples = {"spillway merge part-1.csv part-2.csv --output sweep.csv"};
  entry.options.add_options()("output", text_value("FILE.csv"),
                              "file for the rows [standard output]");
  entry.tables = {"latencies"};
  add_sweep_report_options(entry);
  entry.outputs.emplace_back("output");
  entry.sweep_csv = "output";
  entry.run = run_merge;
  return entry;
}

}  // namespace spillway::cli
