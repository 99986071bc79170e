// SPDX-License-Identifier: Apache-2.0
#include "cli/sweeps/sweep_report.h"

#include "base/files/files.h"
#include "cli/pictures.h"
#include "experiments/pages/documents.h"
#include "experiments/pages/page_drawings.h"
#include "report/pages/html_report.h"

namespace spillway::cli {
namespace {

const std::vector<std::string> sweep_pictures = {"pareto", "heat", "scatter"};

}  // namespace

void add_sweep_report_options(CommandEntry& entry) {
  entry.options.add_options()("report", text_value("FILE.html"),
                              "write a page with tables and pictures, for a browser");
  add_svg_option(entry.options, sweep_pictures);
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"report", "svg"});
}

void check_sweep_report_options(const Arguments& arguments) {
  Pictures checked(arguments, sweep_pictures);
}

bool wants_sweep_report(const Arguments& arguments) {
  return arguments.has("report") || arguments.has("svg");
}

void write_sweep_document(const Arguments& arguments, const Console& console,
                          const std::string& csv, const std::string& source) {
  if (arguments.has("json")) write_document(arguments, console, sweep_document(csv, source));
}

void write_sweep_report(const Arguments& arguments, const Console& console, const std::string& csv,
                        const std::string& source, const SweepOrigin& origin,
                        const std::string& pareto) {
  if (!wants_sweep_report(arguments)) return;
  Pictures pictures(arguments, sweep_pictures);
  const StaticPage static_page{"", sweep_drawings(csv, source)};
  for (const Drawing& drawing : static_page.drawings) pictures.write(drawing);
  pictures.note_missing(console);
  if (!arguments.has("report")) return;
  write_file(arguments.text("report"),
             html_report(ReportPage::sweep, pareto.empty() ? "Sweep" : "Unbeaten points",
                         sweep_json(csv, source, origin, pareto), static_page));
}

}  // namespace spillway::cli
