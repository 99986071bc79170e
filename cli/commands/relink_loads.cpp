// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/relink_loads.h"

#include <ostream>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/pages/loads_document.h"
#include "experiments/pages/relink_page.h"
#include "experiments/relinking/relink_loads.h"
#include "report/pages/html_report.h"

namespace spillway::cli {
namespace {

LoadsRequest read_loads_request(const Arguments& arguments, const DesignPoint& point) {
  LoadsRequest request;
  request.point = point;
  // `--planner search` tries all planners. The relinked file will contain the chosen plan, so the
  // simulation of this file needs no planner.
  request.planner = point.planner == "search" ? "" : point.planner;
  request.planner_options = point.planner_options;
  request.point.planner.clear();
  request.point.planner_options = {};
  if (request.planner.empty() && !request.planner_options.allocator.empty()) {
    throw UserError(ExitCode::usage,
                    "--allocator: all planners are tried; name the one that it is for (--planner)");
  }
  if (arguments.has("plan")) {
    request.plan_source = arguments.text("plan");
    request.plan_text = read_text(request.plan_source);
  }
  return request;
}

}  // namespace

ExitCode relink_loads_file(const Arguments& arguments, const Network& network,
                           const Console& console) {
  arguments.require_none({"network", "plan-out"}, "is for files that Vela made");
  const DesignPoint point = complete_point(read_open_point(arguments, {"plan"}), {&network});
  const Target target = resolve_target(point);
  print_warnings(network.warnings, console);
  const LoadsFile file = relink_loads(network, read_loads_request(arguments, point));
  console.err << note_of_file(point);
  print(relink_summary(network, target, file), arguments, console);
  write_file(arguments.text("output"), file.bytes);
  const std::string document = relink_document(network, point, target, file);
  write_document(arguments, console, document);
  if (arguments.has("report")) {
    write_file(arguments.text("report"),
               html_report(ReportPage::relink, network.name + " relinked",
                           relink_page_json(document, arguments.command_line(), network, file),
                           static_relinked(network, file)));
  }
  return ExitCode::ok;
}

}  // namespace spillway::cli
