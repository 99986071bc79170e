// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/pages/sweep_json.h"

namespace spillway::cli {

/// Adds --report and --svg.
void add_sweep_report_options(boost::program_options::options_description& options);

/// Throws UserError(usage) for pictures that there are not, before a sweep takes its time.
void check_sweep_report_options(const Arguments& arguments);

/// Whether any of them is given.
bool wants_sweep_report(const Arguments& arguments);

/// What these options ask for, from a finished sweep's CSV, which `source` names in messages.
void write_sweep_report(const Arguments& arguments, const std::string& csv,
                        const std::string& source, const SweepOrigin& origin);

}  // namespace spillway::cli
