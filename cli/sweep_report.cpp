// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_report.h"

#include "base/files.h"
#include "experiments/sweep_json.h"
#include "report/html_report.h"

namespace spillway::cli {

void add_sweep_report_options(boost::program_options::options_description& options) {
  options.add_options()("report", text_value("FILE.html"),
                        "write a page with tables and pictures, for a browser");
}

void write_sweep_report(const Arguments& arguments, const std::string& csv_path,
                        SweepTable& table) {
  if (!arguments.has("report")) return;
  const SweepOrigin origin = origin_of(table, arguments.command_line());
  write_file(arguments.text("report"),
             html_report(ReportPage::sweep, "Sweep of " + table.spec().networks.front().name,
                         sweep_json(read_text(csv_path), csv_path, origin)));
}

}  // namespace spillway::cli
