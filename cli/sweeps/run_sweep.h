// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "experiments/summary/sweep_summary.h"

namespace spillway::cli {

/// Adds --jobs, --keep-failed and the limits of time and memory for a point.
void add_worker_options(CommandEntry& entry);

/// Adds the options of add_worker_options(), and --shard, --report and --json. All commands that
/// run sweeps have these options.
void add_sweep_run_options(CommandEntry& entry);

/// Whether rows can be appended to `output` while the sweep runs. False for standard output and
/// devices: the rows for them are collected in a temporary file first.
bool is_growing_file(const std::string& output);

/// Runs or resumes a sweep and writes its rows to `output`. If the rows go to a file, the summary
/// is printed on standard output. The exit code says whether points failed or the sweep was
/// interrupted.
ExitCode run_sweep_to(const std::string& output, SweepTable& table, const Arguments& arguments,
                      const SummaryChoice& summary, const Console& console);

/// Like run_sweep_to(), but keeps no rows: only the summary is printed.
ExitCode run_sweep_for_summary(SweepTable& table, const Arguments& arguments,
                               const SummaryChoice& summary, const Console& console);

/// Runs the sweep, then calls `answer` with its CSV (`csv`) and with a name of the CSV for messages
/// (`source`). Also writes the CSV to the file of --output. Returns the exit code of the sweep.
ExitCode run_sweep_for_answer(
    SweepTable& table, const Arguments& arguments, const Console& console,
    const std::function<void(const std::string& csv, const std::string& source)>& answer);

}  // namespace spillway::cli
