// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/relink_arena.h"
#include "cli/commands/relink_loads.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/pages/relink_document.h"
#include "experiments/pages/relink_page.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "experiments/relinking/relink_network.h"
#include "hwmodels/target/processor_family.h"
#include "planner/plan_io/plan_csv.h"
#include "report/pages/html_report.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

std::vector<std::string> arena_names(const MovableBuffers& movable, const Target& target) {
  std::vector<std::string> names;
  if (movable.fast_memory != no_memory) {
    names.push_back(at(target.memories, movable.fast_memory).name);
  }
  names.push_back(at(target.memories, movable.arena_memory).name);
  return names;
}

PlacedProblem read_homes(const std::string& path, const std::vector<std::string>& names) {
  std::vector<MemorySpace> memories;
  memories.reserve(names.size());
  for (const std::string& name : names) memories.push_back({name, unlimited, 1});
  return read_plan_csv(read_text(path), path, memories);
}

RelinkRequest read_request(const Arguments& arguments, const MovableBuffers& movable,
                           const DesignPoint& point) {
  RelinkRequest request;
  request.point = point;
  request.planner = point.planner;
  request.planner_options = point.planner_options;
  const Target target = resolve_target(point);
  request.limits = arena_limits(movable, point, target);
  if (arguments.has("plan")) {
    request.plan = read_homes(arguments.text("plan"), arena_names(movable, target));
  }
  // The relinked file will contain its plan, so the simulation of this file needs no planner.
  request.point.planner.clear();
  request.point.planner_options = {};
  return request;
}

RelinkedFile relinked_for_network(const Arguments& arguments, const Network& compiled,
                                  const DesignPoint& point, const Console& console) {
  NetworkRelinkRequest request;
  request.point = point;
  request.planner = point.planner;
  request.planner_options = point.planner_options;
  request.point.planner.clear();
  request.point.planner_options = {};
  if (arguments.has("plan-out")) {
    throw UserError(ExitCode::usage, "--plan-out and --network exclude each other");
  }
  if (arguments.has("plan")) {
    request.plan_source = arguments.text("plan");
    request.plan_text = read_text(request.plan_source);
    if (request.plan_text.empty()) {
      throw UserError(ExitCode::input_file, {request.plan_source},
                      "is empty, expected a plan, or a file compiled from the network");
    }
  }
  const Network plain = load_network(arguments.text("network"));
  require_not_compiled(plain);
  print_warnings(plain.warnings, console);
  return relink_network(compiled, plain, request);
}

ExitCode run_relink(const Arguments& arguments, const Console& console) {
  if (!arguments.has("output")) throw UserError(ExitCode::usage, "relink: --output is missing");
  if (arguments.has("plan") && arguments.has("planner")) {
    throw UserError(ExitCode::usage, "--plan and --planner exclude each other");
  }
  const std::string& path = arguments.positional()[0];
  const Network network = load_network(path);
  if (load_ordering_family(network) != nullptr) {
    return relink_loads_file(arguments, network, console);
  }
  arguments.require_none({"arena"}, network.name +
                                        " has no loads of its own; the memories of its "
                                        "arenas are those of the memory mode");
  if (compiled_family(network) == nullptr) return relink_arena_file(arguments, network, console);
  const ProcessorFamily& family = relinking_family(network);
  const DesignPoint open = read_open_point(arguments, {"plan"});
  const DesignPoint point = complete_point(open, {&network});
  const Target target = resolve_target(point);
  const MovableBuffers movable = family.movable_buffers(network, target);
  print_warnings(network.warnings, console);
  const RelinkedFile relinked = arguments.has("network")
                                    ? relinked_for_network(arguments, network, point, console)
                                    : relink_file(network, read_request(arguments, movable, point));
  console.err << note_of_file(point);
  print(relink_summary(network, target, relinked), arguments, console);
  write_file(arguments.text("output"), relinked.bytes);
  if (arguments.has("plan-out")) {
    write_file(arguments.text("plan-out"),
               homes_csv(relinked.after, own_homes(relinked.after), arena_names(movable, target)));
  }
  const std::string document = relink_document(network, point, target, relinked);
  write_document(arguments, console, document);
  if (arguments.has("report")) {
    write_file(arguments.text("report"),
               html_report(ReportPage::relink, network.name + " relinked",
                           relink_page_json(document, arguments.command_line(), target, relinked),
                           static_relinked(target, relinked)));
  }
  return ExitCode::ok;
}

void add_relinking_options(boost::program_options::options_description& options) {
  for (const PointOption& option : point_options()) {
    const bool of_loads = option.name == std::string("arena");
    if (is_option_of_relink(option) || of_loads) add_point_option(options, option);
  }
}

}  // namespace

CommandEntry relink_command() {
  CommandEntry entry;
  entry.name = "relink";
  entry.summary = "write a .tflite anew for a better plan, and prove it equal";
  entry.positional = "NETWORK";
  entry.min_positional = 1;
  entry.max_positional = 1;
  entry.description =
      "NETWORK is a .tflite or an ExecuTorch program that Vela made for Ethos-U. With --network, "
      "the plain network that it was compiled from, the file is written for another plan: other "
      "stripes, slices of weights, blocks and places, by simulated time, by a planner, or by "
      "--plan. Without it, feature maps and buffers of weights get other places in the arena and "
      "fast arena, by simulated time, by a planner, or by a plan of the form that --plan-out "
      "writes. What is written is proven to compute the same (as check --against does), is never "
      "slower in the simulator, and is the original where nothing is won. Without --memory the "
      "file keeps to the sizes that it has. In a .tflite that xformer made for xcore.ai, loads of "
      "weights get other places among the operators, and tensors other offsets in the arena, with "
      "the same proof; loads that the file starts and waits for start as early as that saves time. "
      "Any other .tflite is one for TensorFlow Lite Micro, "
      "whose runtime has one arena and obeys places that the file brings: the copy has a plan of "
      "the arena, by --planner or --plan.";
  entry.examples = {
      "spillway relink network_vela.tflite --network network.tflite --memory sram=384K --output "
      "faster.tflite",
      "spillway relink network_vela.tflite --planner vela-spill --output other.tflite",
      "spillway relink network_xcore.tflite --output smaller.tflite",
      "spillway relink network.tflite --output planned.tflite"};
  entry.options.add_options()("output", text_value("FILE.tflite"), "the file to write")(
      "network", text_value("NETWORK"),
      "the plain network that it was compiled from: whole plans instead of places alone")(
      "planner", text_value("PLANNER"),
      "a name of 'spillway list planners' [search: what is fastest in the simulator; for an arena "
      "exact]")("plan", text_value("FILE"),
                "places instead of a planner's; with --network a plan, or another compiled file")(
      "plan-out", text_value("FILE.csv"), "write the buffers with their places")(
      "report", text_value("FILE.html"), "write a page with the maps of both files, for a browser");
  add_relinking_options(entry.options);
  entry.tables = {"figures"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"output", "plan-out", "report"});
  entry.run = run_relink;
  return entry;
}

}  // namespace spillway::cli
