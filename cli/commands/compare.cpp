// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <ostream>
#include <set>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/run_advice.h"
#include "cli/pictures.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/advice/point_command.h"
#include "experiments/answers/compare_planners.h"
#include "experiments/answers/operator_grid.h"
#include "experiments/pages/compare_json.h"
#include "experiments/pages/documents.h"
#include "experiments/pages/page_drawings.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"
#include "experiments/relinking/relink_network.h"
#include "hwmodels/target/processor_family.h"
#include "report/pages/html_report.h"
#include "report/pages/memory_map_drawing.h"
#include "report/vela_listing.h"
#include "traces/csv/vela_per_layer.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::cli {
namespace {

// Returns the planners of a --planner list; `all` stands for all planners. Throws UserError(usage)
// for unknown names and for a planner that is listed twice.
std::vector<std::string> read_planners(const std::vector<std::string>& names) {
  std::vector<std::string> chosen = names;
  if (names == std::vector<std::string>{"all"}) {
    chosen.clear();
    for (const PlannerEntry& planner : planners()) chosen.push_back(planner.name);
  }
  for (std::string& planner : chosen) planner = find_planner(planner).name;
  require_each_once("planner", chosen);
  return chosen;
}

// Returns the planners of `names` that can plan this network on this target, for `--planner all`;
// planners that the user names are always tried. Throws UserError if no planner can plan the
// network.
std::vector<std::string> applicable(const std::vector<std::string>& names, const Network& network,
                                    const DesignPoint& point) {
  const Target target = resolve_target(point);
  std::vector<std::string> kept;
  std::string obstacle;
  for (const std::string& name : names) {
    DesignPoint with = point;
    with.planner = name;
    const std::string reason = obstacle_of(find_point_option("planner"), {with, target, network});
    if (reason.empty()) kept.push_back(name);
    if (!reason.empty() && obstacle.empty()) obstacle = reason;
  }
  if (kept.empty()) throw usage_error(obstacle);
  return kept;
}

// Whether the network is a compiled file that contains a memory plan. `run` simulates this plan if
// the user names no planner, so `compare` ranks the plan, too.
bool has_own_plan(const Network& network, const DesignPoint& point) {
  const ProcessorFamily& family = resolve_target(point).processor.family();
  return family.follows_file_plans && family.contains_kernels != nullptr &&
         family.contains_kernels(network) && read_offline_plan(network).has_value();
}

// Adds a contestant (a plan that `compare` ranks) for every planner of --planner, and a contestant
// for the plan that the network's own file contains. Without --planner, adds all planners that can
// plan the network. If plans or compiled files are ranked too, adds only the default planner
// instead. If the user lists weight policies, adds every planner once per policy.
void add_planned(const Arguments& arguments, const Network& network, const DesignPoint& point,
                 std::vector<Contestant>& contestants) {
  const std::vector<std::string> policies = arguments.list("weight-policy");
  require_each_once("weight-policy", policies);
  const bool others = arguments.has("plan") || arguments.positional().size() > 1;
  const std::string usual = others ? planner_of(point, resolve_target(point)) : "all";
  const std::string listed = arguments.text("planner", usual);
  std::vector<std::string> names = read_planners(split(listed, ','));
  if (listed == "all") names = applicable(names, network, point);
  if (has_own_plan(network, point)) {
    contestants.push_back({"(its file)", point, nullptr, arguments.positional()[0]});
  }
  for (const std::string& name : names) {
    Contestant contestant{name, point, nullptr, arguments.positional()[0]};
    set_option(find_point_option("planner"), {name}, contestant.point);
    if (policies.empty()) contestants.push_back(contestant);
    for (const std::string& policy : policies) {
      contestants.push_back(contestant);
      set_option(find_point_option("weight-policy"), {policy}, contestants.back().point);
      if (policies.size() > 1) contestants.back().label += " " + policy;
    }
  }
}

// Returns the design point for a compiled file that `compare` ranks. The file fixes plan and
// weights, so options of `point` that would have no effect are removed.
DesignPoint for_compiled(const Network& compiled, DesignPoint point) {
  const Target target = resolve_target(point);
  // All ranked files and plans use the same memory mode, even if `compiled` was compiled for
  // another mode.
  if (as_compiled(compiled, point).mode_of_file && !point.mode_of_file) {
    point.target_options.memory_mode = target.mode.name;
  }
  for (const PointOption& option : point_options()) {
    if (is_given(option, point) && !obstacle_of(option, {point, target, compiled}).empty()) {
      clear_option(option, point);
    }
  }
  return point;
}

// Loads the compiled files, which are the positional arguments after the network.
std::deque<Network> read_compiled(const Arguments& arguments) {
  std::deque<Network> compiled;
  std::set<std::string> seen;
  for (std::size_t i = 1; i < arguments.positional().size(); ++i) {
    const std::string& file = arguments.positional()[i];
    if (!seen.insert(file).second) {
      throw usage_error("'" + file + "' is given twice");
    }
    compiled.push_back(load_network(file));
  }
  return compiled;
}

// Adds a contestant (a file that `compare` ranks) for every compiled file: the file that `relink`
// writes for a new plan of `network`.
void add_relinked(const Arguments& arguments, const Network& network, std::deque<Network>& relinked,
                  const Console& console, std::vector<Contestant>& contestants) {
  const std::vector<Contestant> given = contestants;
  for (const Contestant& one : given) {
    if (one.compiled == nullptr) continue;
    relinking_family(*one.compiled);
    NetworkRelinkRequest request;
    request.point = as_compiled(*one.compiled, one.point);
    const RelinkedFile file = relink_network(*one.compiled, network, request);
    const std::string label = one.label + " relinked";
    if (!file.kept_because.empty()) {
      console.err << "spillway: note: " << one.label << " stays as it is: " << file.kept_because
                  << '\n';
      continue;
    }
    relinked.push_back(parse_network(file.bytes, label));
    const std::string options = fmt::format(" --network {} --output relinked.tflite",
                                            quoted_for_shell(arguments.positional()[0]));
    contestants.push_back({label, one.point, &relinked.back(), label,
                           command_of(one.network, one.point, "relink") + options});
  }
}

// Returns the design point with target and memory mode. If the user does not name a target, takes
// target and mode from the first compiled file.
DesignPoint point_for(const DesignPoint& open, const Network& network,
                      const std::deque<Network>& compiled) {
  std::vector<const Network*> networks = {&network};
  for (const Network& file : compiled) networks.push_back(&file);
  return complete_point(open, networks);
}

// Returns the contestants, which `compare` ranks: planners, plans of --plan and compiled files.
std::vector<Contestant> read_contestants(const Arguments& arguments, const Network& network,
                                         const DesignPoint& point,
                                         const std::deque<Network>& compiled) {
  std::vector<Contestant> contestants;
  add_planned(arguments, network, point, contestants);
  require_each_once("plan", arguments.list("plan"));
  for (const std::string& file : arguments.list("plan")) {
    contestants.push_back({file, point, nullptr, arguments.positional()[0]});
    set_option(find_point_option("plan"), {file}, contestants.back().point);
  }
  for (std::size_t i = 1; i < arguments.positional().size(); ++i) {
    const std::string& file = arguments.positional()[i];
    const Network& its = compiled[i - 1];
    contestants.push_back({file, for_compiled(its, point), &its, file});
  }
  return contestants;
}

void write_pictures(Pictures& pictures, const PlannerComparison& comparison) {
  if (pictures.wants("pareto")) pictures.write(pareto_drawing(comparison));
  if (!pictures.wants("memory-map")) return;
  for (const PlannerScore& score : comparison.scores) {
    if (!score.failure.empty() || score.compiled) continue;
    const MemoryMap map = make_memory_map(score.plan, comparison.lowered);
    for (std::size_t m = 0; m < map.memories.size(); ++m) {
      const auto memory = static_cast<MemoryIndex>(m);
      if (blocks_in(map, memory).empty()) continue;
      Drawing drawing = memory_map_drawing(map, memory);
      drawing.kind = "memory-map";
      drawing.name = "memory-map-" + score.planner + "-" + map.memories[m].name;
      pictures.write(drawing);
    }
  }
}

void print_comparison(const Arguments& arguments, const PlannerComparison& comparison,
                      const Console& console) {
  print(arguments.has("per-op") ? grids_printout({comparison_grid(comparison)})
                                : planner_ranking(comparison),
        arguments, console);
}

// Runs `compare NETWORK --planner A,B,...`, which ranks planners by the simulated latency of their
// plans.
ExitCode rank_planners(const Arguments& arguments, const Console& console) {
  Pictures pictures(arguments, {"memory-map", "pareto"});
  if (arguments.has("relink") && arguments.positional().size() < 2) {
    throw usage_error("--relink rewrites compiled files; name one after NETWORK");
  }
  const DesignPoint open = read_open_point(arguments, {"planner", "plan", "weight-policy"});
  const Network network = load_network(arguments.positional()[0]);
  const std::deque<Network> compiled = read_compiled(arguments);
  if (compiled_family(network) != nullptr && !arguments.has("planner")) {
    throw usage_error(network.name +
                      " is compiled and brings its plan, which no planner changes; compare its "
                      "plain network with it: spillway compare NETWORK.tflite " +
                      quoted_for_shell(arguments.positional()[0]));
  }
  const DesignPoint point = point_for(open, network, compiled);
  console.err << note_of_file(point);
  std::vector<Contestant> contestants = read_contestants(arguments, network, point, compiled);
  std::deque<Network> relinked;
  if (arguments.has("relink")) {
    add_relinked(arguments, network, relinked, console, contestants);
  }
  const PlannerComparison comparison = compare_contestants(network, point, contestants);
  print_comparison(arguments, comparison, console);
  for (const PlannerScore& score : comparison.scores) print_warnings(score.warnings, console);
  write_document(arguments, console, comparison_document(network, point, comparison));
  if (arguments.has("report")) {
    const std::string title = "Planners for " + network.name + " on " + comparison.target;
    write_file(arguments.text("report"),
               html_report(ReportPage::compare, title,
                           compare_json(network, point, comparison, arguments.command_line()),
                           static_comparison(comparison)));
  }
  write_pictures(pictures, comparison);
  pictures.note_missing(console);
  if (comparison.any_ran()) return ExitCode::ok;
  const bool too_large = std::any_of(comparison.scores.begin(), comparison.scores.end(),
                                     [](const PlannerScore& score) { return score.excess > 0; });
  if (too_large) console.err << changes_that_fit(network, arguments.positional()[0], point);
  return ExitCode::run_failed;
}

void require_plain(const Network& network, const DesignPoint& point) {
  const Target target = resolve_target(point);
  if (target.processor.family().compiler_listing == nullptr) {
    throw usage_error("--with: " + target.name + " is no Ethos-U");
  }
  if (compiled_family(network) != nullptr) {
    throw usage_error("--with: " + network.name +
                      " is compiled, so that its operators are not the operators of the listing; "
                      "compare the plain network from which it was compiled");
  }
}

std::string totals(const Timing& timing, const std::vector<VelaLayer>& layers) {
  double vela = 0;
  for (const VelaLayer& layer : layers) vela += layer.op_cycles;
  return fmt::format("total {} cycles, Vela {:.0f} ({})\n", with_thousands(timing.total), vela,
                     signed_percent(static_cast<double>(timing.total) / vela - 1, 1));
}

// Runs `compare --with FILE.csv`, which compares the simulated time of each operator with Vela's
// estimate in a per-layer listing.
ExitCode compare_vela(const Arguments& arguments, const Console& console) {
  const std::string file = arguments.text("with");
  DesignPoint point = read_point(arguments, {"plan", "weight-policy"});
  const std::vector<std::string> policies = arguments.list("weight-policy");
  if (policies.size() > 1 || arguments.has("plan")) {
    throw usage_error(
        "--with: compares one run; leave out --plan, and give at most one weight policy");
  }
  if (!policies.empty()) set_option(find_point_option("weight-policy"), {policies[0]}, point);
  const std::vector<VelaLayer> layers = parse_vela_per_layer(read_text(file), file);
  const Network network = load_network(arguments.positional()[0]);
  require_plain(network, point);
  const PointResult result = run_point(network, point);
  const std::vector<EstimatedOperation> mimic = result.target.processor.family().compiler_listing(
      result.network, result.plan.plan, result.target, result.family_options);
  Printout printout;
  printout << fmt::format("{} on {} ({}) beside {}\n", network.name, result.target.name,
                          result.target.mode.name, file)
           << vela_comparison_table(compare_with_vela(result.timing, layers, mimic))
           << totals(result.timing, layers);
  print(printout, arguments, console);
  return ExitCode::ok;
}

ExitCode run_compare(const Arguments& arguments, const Console& console) {
  for (const char* option : {"report", "svg", "json", "per-op", "relink"}) {
    if (!arguments.has("with") || !arguments.has(option)) continue;
    throw usage_error("--{} is for comparisons of planners; --with only prints a table", option);
  }
  if (arguments.has("with") && (arguments.positional().size() > 1 || arguments.has("json"))) {
    throw usage_error("--with compares one run with a listing; leave out COMPILED");
  }
  return arguments.has("with") ? compare_vela(arguments, console)
                               : rank_planners(arguments, console);
}

}  // namespace

CommandEntry compare_command() {
  CommandEntry entry;
  entry.summary = "compare planners, plans and compiled files by simulated latency";
  entry.positional = "NETWORK [COMPILED...]";
  entry.description =
      "--planner takes a list, or 'all'. --weight-policy takes a list, and then every planner runs "
      "with each policy. --plan takes files with plans. COMPILED are files that a compiler made of "
      "the network; they are replayed as they are. With plans or compiled files, the only planner "
      "is the target's default, unless --planner names planners. The table shows where the time "
      "goes, and how far each plan is above a lower bound of all plans. If no plan fits, the "
      "command lists changes that make the network fit, or names the command that finds such "
      "changes; the exit status is 1.";
  entry.examples = {
      "spillway compare mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=256K",
      "spillway compare network.tflite --target ethos-u55-128 --planner cadence-greedy,vela-spill",
      "spillway compare ds_cnn --target ethos-u65-256 --memory-mode Dedicated_Sram --memory "
      "sram=8K --planner vela-spill,search --per-op"};
  // `compare` declares --plan and --weight-policy itself, because here both options take a list.
  add_point_options(entry.options, {"plan", "weight-policy"});
  entry.options.add_options()("plan", list_value("FILE"),
                              "files with plans, as 'run --plan' takes them")(
      "weight-policy", list_value("NAME"), "names of 'spillway list weight-policies' [auto]")(
      "with", text_value("FILE.csv"),
      "compare one run with Vela's per-layer listing, operator by operator")(
      "relink",
      "also compare the files that 'relink' writes when it gives COMPILED a new plan of NETWORK")(
      "per-op", "print a table of operators by planners, in microseconds, instead of totals")(
      "report", text_value("FILE.html"), "write a page with tables and pictures, for a browser");
  add_svg_option(entry.options, {"memory-map", "pareto"});
  entry.tables = {"planners", "differences", "operators", "layers"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"report", "svg"});
  entry.run = run_compare;
  return entry;
}

}  // namespace spillway::cli
