// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/pages/html_report.h"
#include "report/printout.h"

namespace spillway::cli {

/// Adds --json FILE|- and --jobs N, which all commands that make many simulations for one answer
/// have.
void add_answer_options(CommandEntry& entry);

/// Adds --report FILE.html, for a command that can show its answer as a page.
void add_answer_report_option(CommandEntry& entry);

/// Returns the number of worker processes: the value of --jobs or, without that option, one per
/// processor of the machine.
std::size_t read_jobs(const Arguments& arguments);

/// Prints `printout`. Writes `json` to the file of --json. Writes a page that shows `json` to the
/// file of --report.
void print_answer(const Arguments& arguments, const Printout& printout, const std::string& json,
                  const Console& console, const StillPage& still = {});

}  // namespace spillway::cli
