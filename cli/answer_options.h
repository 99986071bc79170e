// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/pages/html_report.h"
#include "report/printout.h"

namespace spillway::cli {

/// Adds --json FILE|- and --jobs N. Commands that make many simulations for one answer have these
/// options.
void add_answer_options(CommandEntry& entry);

/// Adds --report FILE.html to a command that can show its answer as a page for the browser.
void add_answer_report_option(CommandEntry& entry);

/// Returns the number of worker processes: the value of --jobs; without --jobs, the number of the
/// machine's processors.
std::size_t read_jobs(const Arguments& arguments);

/// Prints `printout`, and writes the document `json` to the file of --json and the page of the
/// answer to the file of --report, if these options are given.
void print_answer(const Arguments& arguments, const Printout& printout, const std::string& json,
                  const Console& console, const StillPage& still = {});

}  // namespace spillway::cli
