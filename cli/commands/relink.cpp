// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_input.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/pages/relink_document.h"
#include "experiments/pages/relink_page.h"
#include "experiments/relinking/relink_arena.h"
#include "experiments/relinking/relink_file.h"
#include "experiments/relinking/relink_loads.h"
#include "experiments/relinking/relink_network.h"
#include "hwmodels/target/processor_family.h"
#include "planner/peaks/tflm_runtime.h"
#include "planner/plan_io/plan_csv.h"
#include "report/pages/html_report.h"
#include "traces/files/network_loader.h"
#include "traces/network.h"

namespace spillway::cli {
namespace {

// Moves planner and planner options from the point to the request. The new file will contain its
// plan, so the simulation of this file needs no planner.
template <typename Request>
void set_point(DesignPoint point, Request& request) {
  request.planner = std::exchange(point.planner, "");
  request.planner_options = std::exchange(point.planner_options, {});
  request.point = std::move(point);
}

template <typename Request>
void read_plan(const Arguments& arguments, Request& request) {
  if (!arguments.has("plan")) return;
  request.plan_source = arguments.text("plan");
  request.plan_text = read_text(request.plan_source);
}

// Writes the new file, its JSON document and its HTML page. `subject` is the target if `file` is a
// RelinkedFile, otherwise the network.
template <typename Subject, typename File>
void write_relinked(const Arguments& arguments, const Console& console, const std::string& title,
                    const std::string& document, const Subject& subject, const File& file) {
  write_file(arguments.text("output"), file.bytes);
  write_document(arguments, console, document);
  if (!arguments.has("report")) return;
  write_file(arguments.text("report"),
             html_report(ReportPage::relink, title,
                         relink_page_json(document, arguments.command_line(), subject, file),
                         static_relinked(subject, file)));
}

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
    throw usage_error("--memory: the runtime has one arena; name one memory");
  }
  request.arena = memories.empty() ? MemorySpace{"memory", unlimited, 1} : memories[0];
  read_plan(arguments, request);
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

// Runs the command `relink` for a network that TensorFlow Lite Micro runs in one arena: writes a
// copy of the file that contains a memory plan of the arena. Throws UserError(usage) for options
// that apply only to networks compiled for an NPU.
ExitCode relink_arena_file(const Arguments& arguments, const Network& network,
                           const Console& console) {
  require_arena_options(arguments, network);
  print_warnings(network.warnings, console);
  const ArenaFile file = relink_arena(network, read_arena_request(arguments));
  print(arena_summary(network, file), arguments, console);
  write_relinked(arguments, console, network.name + " with a plan", relink_document(network, file),
                 network, file);
  return ExitCode::ok;
}

LoadsRequest read_loads_request(const Arguments& arguments, const DesignPoint& point) {
  LoadsRequest request;
  set_point(point, request);
  if (request.planner == "search") request.planner.clear();  // here, `search` means all planners
  if (request.planner.empty() && !request.planner_options.allocator.empty()) {
    throw usage_error(
        "--allocator: all planners are tried; name the planner of the allocator with --planner");
  }
  read_plan(arguments, request);
  return request;
}

// Runs the command `relink` for a compiled file with loads (operators that copy weights into the
// arena): writes a copy of the file with a new order of operators and new offsets in the arena.
// Throws UserError(usage) for options that apply only to other files.
ExitCode relink_loads_file(const Arguments& arguments, const Network& network,
                           const Console& console) {
  arguments.require_none({"network", "plan-out"}, "is an option for files that Vela made");
  const DesignPoint point = complete_point(read_open_point(arguments, {"plan"}), {&network});
  const Target target = resolve_target(point);
  print_warnings(network.warnings, console);
  const LoadsFile file = relink_loads(network, read_loads_request(arguments, point));
  console.err << note_of_file(point);
  print(relink_summary(network, target, file), arguments, console);
  write_relinked(arguments, console, network.name + " relinked",
                 relink_document(network, point, target, file), network, file);
  return ExitCode::ok;
}

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
  set_point(point, request);
  const Target target = resolve_target(point);
  request.limits = arena_limits(movable, point, target);
  if (arguments.has("plan")) {
    request.plan = read_homes(arguments.text("plan"), arena_names(movable, target));
  }
  return request;
}

RelinkedFile relinked_for_network(const Arguments& arguments, const Network& compiled,
                                  const DesignPoint& point, const Console& console) {
  NetworkRelinkRequest request;
  set_point(point, request);
  if (arguments.has("plan-out")) {
    throw usage_error("--plan-out and --network exclude each other");
  }
  read_plan(arguments, request);
  if (arguments.has("plan") && request.plan_text.empty()) {
    throw input_error({request.plan_source},
                      "is empty, expected a plan, or a file compiled from the network");
  }
  const Network plain = load_network(arguments.text("network"));
  require_not_compiled(plain);
  print_warnings(plain.warnings, console);
  return relink_network(compiled, plain, request);
}

ExitCode run_relink(const Arguments& arguments, const Console& console) {
  if (!arguments.has("output")) throw usage_error("relink: --output is missing");
  if (arguments.has("plan") && arguments.has("planner")) {
    throw usage_error("--plan and --planner exclude each other");
  }
  const std::string& path = arguments.positional()[0];
  const Network network = load_network(path);
  if (load_ordering_family(network) != nullptr) {
    return relink_loads_file(arguments, network, console);
  }
  arguments.require_none(
      {"arena"},
      network.name +
          " has no operators that load weights; the memory mode sets the memories of its arenas");
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
  write_relinked(arguments, console, network.name + " relinked",
                 relink_document(network, point, target, relinked), target, relinked);
  if (arguments.has("plan-out")) {
    write_file(arguments.text("plan-out"),
               homes_csv(relinked.after, own_homes(relinked.after), arena_names(movable, target)));
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
  entry.summary = "rewrite a network's file for a better plan, and prove that it computes the same";
  entry.positional = "NETWORK";
  entry.description =
      "NETWORK is a .tflite or an ExecuTorch program that Vela compiled for Ethos-U. --network is "
      "the plain network from which NETWORK was compiled. With --network, the file is rewritten "
      "for a new plan, with other stripes, weight slices, blocks and places of buffers. Without "
      "--network, only the places of feature maps and weight buffers in the arena and in the fast "
      "arena change. The new plan or places come from a search by simulated time, from --planner, "
      "or from --plan (without --network, a plan in the form that --plan-out writes). Without "
      "--memory, the new file takes no more memory than the original. The new file is proven to "
      "compute the same as the original (as by 'check --against'), and is never slower in the "
      "simulator; if nothing improves, the original is written. In a .tflite that xformer compiled "
      "for xcore.ai, loads of weights get other positions among the operators, and tensors get "
      "other offsets in the arena, with the same proof; if the file has separate operators that "
      "start a load and wait for it, a load starts early where this saves time. Any other .tflite "
      "is for TensorFlow Lite Micro, whose runtime has one arena and obeys offsets in the file: "
      "the new file contains a plan of the arena, made by --planner or given by --plan.";
  entry.examples = {
      "spillway relink network_vela.tflite --network network.tflite --memory sram=384K --output "
      "faster.tflite",
      "spillway relink network_vela.tflite --planner vela-spill --output other.tflite",
      "spillway relink network_xcore.tflite --output smaller.tflite",
      "spillway relink network.tflite --output planned.tflite"};
  entry.options.add_options()("output", text_value("FILE.tflite"), "file to write")(
      "network", text_value("NETWORK"),
      "plain network from which NETWORK was compiled: make a new plan, instead of new places only")(
      "planner", text_value("PLANNER"),
      "a name of 'spillway list planners' [search, which takes the fastest plan in the simulator; "
      "for TensorFlow Lite Micro, exact]")(
      "plan", text_value("FILE"),
      "file with places, instead of a planner's; with --network, a plan or another compiled file")(
      "plan-out", text_value("FILE.csv"), "write the buffers of the new file with their places")(
      "report", text_value("FILE.html"),
      "write a page with the memory maps of both files, for a browser");
  add_relinking_options(entry.options);
  entry.tables = {"figures"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"output", "plan-out", "report"});
  entry.run = run_relink;
  return entry;
}

}  // namespace spillway::cli
