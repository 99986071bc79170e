// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/summary/sweep_summary.h"

namespace spillway::cli {

/// --jobs, --shard, --report and --json, shared by the commands that run sweeps.
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

}  // namespace spillway::cli
