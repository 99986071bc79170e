// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "experiments/summary/sweep_summary.h"

namespace spillway::cli {

/// Adds the options --jobs and --keep-failed, and the options that limit the time and the memory of
/// the simulation of a design point.
void add_worker_options(CommandEntry& entry);

/// Adds the options of add_worker_options(), and --shard, --report, --svg and --json. The commands
/// that run sweeps have these options.
void add_sweep_run_options(CommandEntry& entry);

/// Whether a sweep can append rows to `output` while it runs. False for standard output and
/// devices: a sweep first collects the rows for these outputs in a temporary file.
bool is_appendable_file(const std::string& output);

/// Runs or resumes a sweep and writes its rows to `output`. If `output` is a file, also prints the
/// summary to standard output. Returns run_failed if a design point failed, interrupted if a signal
/// ended the sweep, and otherwise ok.
ExitCode run_sweep_to(const std::string& output, SweepTable& table, const Arguments& arguments,
                      const SummaryChoice& summary, const Console& console);

/// Runs a sweep like run_sweep_to(), but prints only the summary and keeps no rows.
ExitCode run_sweep_for_summary(SweepTable& table, const Arguments& arguments,
                               const SummaryChoice& summary, const Console& console);

/// Runs a sweep and calls `answer` with the text of the sweep's CSV (`csv`) and the CSV's name for
/// messages (`source`). With --output, the CSV is kept in the file of --output. Returns the exit
/// code of the sweep.
ExitCode run_sweep_for_answer(
    SweepTable& table, const Arguments& arguments, const Console& console,
    const std::function<void(const std::string& csv, const std::string& source)>& answer);

}  // namespace spillway::cli
