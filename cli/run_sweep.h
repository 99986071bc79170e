// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "experiments/summary/sweep_summary.h"

namespace spillway::cli {

/// --jobs, --keep-failed and the limits of a point.
void add_worker_options(CommandEntry& entry);

/// Adds those options, and --shard, --report and --json, which all commands that run sweeps share.
void add_sweep_run_options(CommandEntry& entry);

/// False for standard output and devices: rows are collected elsewhere first.
bool is_growing_file(const std::string& output);

/// Runs or resumes a sweep whose rows go to `output`; rows that go to a file leave standard output
/// to the summary. The exit code says whether points failed or the sweep was interrupted.
ExitCode run_sweep_to(const std::string& output, SweepTable& table, const Arguments& arguments,
                      const SummaryChoice& summary, const Console& console);

/// The same, with no rows kept.
ExitCode run_sweep_for_summary(SweepTable& table, const Arguments& arguments,
                               const SummaryChoice& summary, const Console& console);

/// Runs the sweep, then calls `answer` with its CSV and with a name of the CSV for messages. The
/// CSV is also written to the file of --output. Returns the exit code of the sweep.
ExitCode run_sweep_for_answer(
    SweepTable& table, const Arguments& arguments, const Console& console,
    const std::function<void(const std::string& csv, const std::string& source)>& answer);

}  // namespace spillway::cli
