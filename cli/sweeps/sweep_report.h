// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/pages/sweep_json.h"

namespace spillway::cli {

/// Adds the options --report, --svg and --json.
void add_sweep_report_options(CommandEntry& entry);

/// Throws UserError(usage) if --svg lists a kind of drawing that a sweep cannot make. To be called
/// before the sweep runs, because a sweep may take long.
void check_sweep_report_options(const Arguments& arguments);

/// Whether --report or --svg is given.
bool wants_sweep_report(const Arguments& arguments);

/// Writes the JSON document of --json, made from `csv`, the text of a finished sweep's CSV.
/// `source` is the name of the CSV in messages.
void write_sweep_document(const Arguments& arguments, const Console& console,
                          const std::string& csv, const std::string& source);

/// Writes the HTML page of --report and the drawings of --svg, made from `csv`, the text of a
/// finished sweep's CSV. `source` is the name of the CSV in messages. `pareto` is the JSON document
/// of the command `pareto` if the page is for this command, and empty otherwise. Notes which
/// requested drawings the sweep does not have.
void write_sweep_report(const Arguments& arguments, const Console& console, const std::string& csv,
                        const std::string& source, const SweepOrigin& origin,
                        const std::string& pareto = "");

}  // namespace spillway::cli
