// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/relink_arena.h"

#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/plan_input.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/pages/relink_document.h"
#include "experiments/pages/relink_page.h"
#include "experiments/relinking/relink_arena.h"
#include "planner/peaks/tflm_runtime.h"
#include "report/pages/html_report.h"

namespace spillway::cli {
namespace {

// Throws if the user gives an option that applies only to networks compiled for an NPU.
void require_arena_options(const Arguments& arguments, const Network& network) {
  std::vector<std::string> options = {"network", "plan-out"};
  for (const PointOption& option : point_options()) {
    if (option.stage == Stage::target) options.emplace_back(option.name);
  }
  arguments.require_none(options, network.name +
                                      " is not compiled for Ethos-U, so that 'relink' plans its "
                                      "one arena, which is the same on every chip");
}

ArenaRequest read_arena_request(const Arguments& arguments) {
  ArenaRequest request;
  const DesignPoint open = read_open_point(arguments, {"plan"});
  request.planner = open.planner.empty() ? "exact" : open.planner;
  request.options = open.planner_options;
  const std::vector<MemorySpace> memories = read_memories(arguments);
  if (memories.size() > 1) {
    throw UserError(ExitCode::usage, "--memory: the runtime has one arena; name one memory");
  }
  request.arena = memories.empty() ? MemorySpace{"memory", unlimited, 1} : memories[0];
  if (arguments.has("plan")) {
    request.plan_source = arguments.text("plan");
    request.plan_text = read_text(request.plan_source);
  }
  return request;
}

Printout arena_summary(const Network& network, const ArenaFile& file) {
  PrintedTable table = figures_before_and_after();
  add_figure("arena", "bytes", file.before, file.after, table);
  Printout printout;
  printout << fmt::format("{}, {}\n", network.name, file.planner) << std::move(table);
  std::string text = fmt::format("bound     no plan takes less than {} bytes\n",
                                 with_thousands(file.lower_bound)) +
                     tflm_runtime_line(tflm_planner, network, TflmView::kernels);
  if (!file.kept_because.empty()) {
    return printout << text + "kept      the original: " + file.kept_because + "\n";
  }
  text += fmt::format("proof     the runtime's own planner, given the new file, takes {} bytes;\n",
                      with_thousands(file.after));
  return printout << text + "          " + not_run_by_us + "\n";
}

}  // namespace

ExitCode relink_arena_file(const Arguments& arguments, const Network& network,
                           const Console& console) {
  require_arena_options(arguments, network);
  print_warnings(network.warnings, console);
  const ArenaFile file = relink_arena(network, read_arena_request(arguments));
  print(arena_summary(network, file), arguments, console);
  write_file(arguments.text("output"), file.bytes);
  const std::string document = relink_document(network, file);
  write_document(arguments, console, document);
  if (arguments.has("report")) {
    write_file(arguments.text("report"),
               html_report(ReportPage::relink, network.name + " with a plan",
                           relink_page_json(document, arguments.command_line(), network, file),
                           static_relinked(network, file)));
  }
  return ExitCode::ok;
}

}  // namespace spillway::cli
