// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "report/html_report.h"

namespace spillway::cli {

/// --json FILE|- and --jobs N of the commands that answer from many simulations.
void add_answer_options(CommandEntry& entry);

/// Adds --report FILE.html to a command whose answer has a page.
void add_answer_report_option(CommandEntry& entry);

/// Worker processes, one per processor unless the user says otherwise.
std::size_t read_jobs(const Arguments& arguments);

/// Prints `text`. Writes `json` to the file of --json, and a page of it to the file of --report.
void print_answer(const Arguments& arguments, const std::string& text, const std::string& json,
                  const Console& console, const StillPage& still = {});

}  // namespace spillway::cli
