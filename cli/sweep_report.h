// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "experiments/sweep_table.h"

namespace spillway::cli {

/// Adds --report.
void add_sweep_report_options(boost::program_options::options_description& options);

/// What these options ask for, from the finished CSV at `csv_path`.
void write_sweep_report(const Arguments& arguments, const std::string& csv_path, SweepTable& table);

}  // namespace spillway::cli
