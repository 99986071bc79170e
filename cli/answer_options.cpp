// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_options.h"

#include <algorithm>
#include <ostream>
#include <thread>

#include "base/files/files.h"
#include "cli/print_tables.h"
#include "experiments/pages/report_parts.h"
#include "report/pages/html_report.h"

namespace spillway::cli {

void add_answer_options(CommandEntry& entry) {
  add_json_option(entry);
  entry.options.add_options()("jobs", text_value("N"),
                              "number of worker processes [one per processor]");
}

void add_answer_report_option(CommandEntry& entry) {
  entry.options.add_options()("report", text_value("FILE.html"),
                              "write the answer as a page, for a browser");
  entry.outputs.emplace_back("report");
}

std::size_t read_jobs(const Arguments& arguments) {
  constexpr std::int64_t most_jobs = 1024;
  return static_cast<std::size_t>(arguments.integer("jobs", 1, most_jobs)
                                      .value_or(std::max(1U, std::thread::hardware_concurrency())));
}

void print_answer(const Arguments& arguments, const Printout& printout, const std::string& json,
                  const Console& console, const StaticPage& static_page) {
  print(printout, arguments, console);
  write_document(arguments, console, json);
  if (!arguments.has("report")) return;
  write_file(arguments.text("report"),
             html_report(ReportPage::answer, "Spillway",
                         answer_page_json(json, arguments.command_line()), static_page));
}

}  // namespace spillway::cli
