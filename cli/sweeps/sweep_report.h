// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/pages/sweep_json.h"

namespace spillway::cli {

/// Adds --report, --svg and --json.
void add_sweep_report_options(CommandEntry& entry);

/// Throws UserError(usage) for pictures that a sweep cannot draw. Call this before the sweep runs,
/// because a sweep may take long.
void check_sweep_report_options(const Arguments& arguments);

/// Whether --report, --svg or --json is given.
bool wants_sweep_report(const Arguments& arguments);

/// Writes the JSON document of --json, made from a finished sweep's CSV.
void write_sweep_document(const Arguments& arguments, const Console& console,
                          const std::string& csv, const std::string& source);

/// Writes the page of --report and the pictures of --svg, made from a finished sweep's CSV.
/// Messages call the CSV `source`. For the page of the command `pareto`, `pareto` is the document
/// of its --json; otherwise it is empty.
void write_sweep_report(const Arguments& arguments, const std::string& csv,
                        const std::string& source, const SweepOrigin& origin,
                        const std::string& pareto = "");

}  // namespace spillway::cli
