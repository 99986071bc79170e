// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/pages/sweep_json.h"

namespace spillway::cli {

/// Adds --report, --svg and --json.
void add_sweep_report_options(CommandEntry& entry);

/// Throws UserError(usage) for pictures that there are not, before a sweep takes its time.
void check_sweep_report_options(const Arguments& arguments);

/// Whether any of them is given.
bool wants_sweep_report(const Arguments& arguments);

/// The document of --json, from a finished sweep's CSV.
void write_sweep_document(const Arguments& arguments, const Console& console,
                          const std::string& csv, const std::string& source);

/// Pages and pictures that these options ask for, from a finished sweep's CSV, which `source` names
/// in messages.
void write_sweep_report(const Arguments& arguments, const std::string& csv,
                        const std::string& source, const SweepOrigin& origin);

}  // namespace spillway::cli
