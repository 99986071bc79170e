// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/pages/html_report.h"
#include "report/printout.h"

namespace spillway::cli {

/// Adds the options --json FILE|- and --jobs N to a command that makes many simulations for one
/// answer.
void add_answer_options(CommandEntry& entry);

/// Adds --report FILE.html to a command that can write its answer as an HTML page.
void add_answer_report_option(CommandEntry& entry);

/// Returns the number of worker processes: the value of --jobs; without --jobs, the number of the
/// machine's processors.
std::size_t read_jobs(const Arguments& arguments);

/// Prints `printout`. If --json is given, writes the document `json` to the file of --json. If
/// --report is given, writes an HTML page of the answer to the file of --report; `static_page` is
/// the part of the page for browsers without JavaScript.
void print_answer(const Arguments& arguments, const Printout& printout, const std::string& json,
                  const Console& console, const StaticPage& static_page = {});

}  // namespace spillway::cli
