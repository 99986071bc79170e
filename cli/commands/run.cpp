// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/files.h"
#include "base/files/gzip.h"
#include "base/files/new_file_stream.h"
#include "base/index.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "cli/colour.h"
#include "cli/command.h"
#include "cli/commands/run_advice.h"
#include "cli/pictures.h"
#include "cli/plan_input.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "cli/terminal.h"
#include "experiments/advice/point_command.h"
#include "experiments/pages/page_drawings.h"
#include "experiments/pages/report_json.h"
#include "experiments/pages/result_json.h"
#include "experiments/point/option_table.h"
#include "experiments/point/plans/vela_plan.h"
#include "experiments/point/point_cache.h"
#include "experiments/point/runtime_view.h"
#include "hwmodels/memory/dram/command_file.h"
#include "hwmodels/memory/traffic_trace.h"
#include "hwmodels/recovered_plan.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"
#include "planner/plan_io/plan_csv.h"
#include "report/chrome_trace.h"
#include "report/cost_notes.h"
#include "report/counters_table.h"
#include "report/invoke_table.h"
#include "report/operator_table.h"
#include "report/pages/html_report.h"
#include "report/plan_tables.h"
#include "report/run_summary.h"
#include "report/thread_use.h"
#include "report/vcd_trace.h"
#include "report/vela_listing.h"
#include "traces/csv/timing_csv.h"
#include "traces/executorch/runtime.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::cli {
namespace {

const std::vector<std::string> possible_pictures = {"memory-map", "live-bytes", "timeline",
                                                    "operators", "time"};

GroupBy read_grouping(const Arguments& arguments) {
  const std::string by = arguments.text("group-by", "kind");
  if (by == "kind") return GroupBy::kind;
  if (by == "op") return GroupBy::op;
  throw usage_error(unknown_name_message("grouping", by, {"kind", "op"}));
}

bool wants_invoke_table(const Arguments& arguments) {
  const std::string table = arguments.text("table", "summary");
  if (table != "summary" && table != "invoke") {
    throw usage_error(unknown_name_message("table", table, {"summary", "invoke"}));
  }
  if (table == "invoke") {
    arguments.require_none({"group-by"}, "--table invoke always has a row per kind of operator");
  }
  return table == "invoke";
}

// Returns a text that says where tensors are placed: the name of the memory mode. On xcore.ai,
// whose runtime follows the plan in a network's file, returns the memories of --arena instead if
// the user gives this option.
std::string placement_text(const DesignPoint& point, const Target& target) {
  const bool chosen = target.processor.family().follows_file_plans && !point.arena.empty();
  return chosen ? fmt::format("arena {}", fmt::join(point.arena, "+")) : target.mode.name;
}

TimeUnit time_unit(const Target& target) {
  const TableClock table = target.processor.family().table_clock(target);
  return {table.unit, ClockDomain{table.clock_khz}};
}

std::string compiled_by(const Network& network) {
  const std::string compiler = compiler_of(network);
  return "replayed as compiled" + (compiler.empty() ? "" : " by " + compiler);
}

std::string file_defaults_text(const DesignPoint& point) {
  if (point.target_of_file && point.mode_of_file) return "; target and memory mode are the file's";
  if (point.target_of_file) return "; the target is the file's";
  return point.mode_of_file ? "; the memory mode is the file's" : "";
}

// Returns a text about the source of plan and weights, for the title of the output. For a compiled
// file, the source is the compiler. For a plain (not compiled) network, the text names the planner
// or plan, and says where the sizes of encoded weights come from.
std::string plan_source_text(const DesignPoint& point, const PointResult& result) {
  if (compiled_family(result.network) != nullptr) return compiled_by(result.network);
  const ProcessorFamily& family = result.target.processor.family();
  const bool threads = is_given(find_point_option("threads"), point);
  const bool anew = !point.planner.empty() || threads || !point.weights.empty();
  if (family.follows_file_plans && !anew && read_offline_plan(result.network)) {
    return "with the plan of its file";
  }
  std::string planned = point.plan_source.empty() ? "planner " + planner_of(point, result.target)
                                                  : "plan " + point.plan_source;
  if (result.from_start) planned += ", which keeps " + point.start_source;
  if (!family.encodes_weights) return planned;
  const std::string& followed = result.from_start ? point.start_text : point.plan_text;
  if (!point.weight_ratios && is_tflite_plan(followed)) return planned + " and its weights";
  if (point.weight_ratios) return planned + ", weight ratios of " + point.weight_ratios->file;
  return planned + ", " + weight_sizes_text(point, result.network);
}

// Returns the title of the output: network and target on the first line, the source of plan and
// weights on the lines below. A long name of the network is cut, so that every line fits the
// terminal.
std::string title_lines(const Network& network, const DesignPoint& point, const PointResult& result,
                        std::size_t width) {
  const std::string place =
      fmt::format(" on {} ({})", result.target.name, placement_text(point, result.target));
  constexpr std::size_t shortest_name = 20;
  const std::size_t room = std::max(shortest_name, width - std::min(width, place.size()));
  return elided(network.name, room) + place + "\n" +
         wrapped(plan_source_text(point, result) + file_defaults_text(point), 2, width) + "\n";
}

// Returns a line with the total time with and without a cost that is on trial (not yet confirmed by
// measurements). The line shows the effect of this cost. Empty if no cost is on trial.
std::string without_trial_cost(const Network& network, DesignPoint point,
                               const PointResult& result) {
  const auto trial_cost = result.target.processor.family().trial_cost;
  const auto trial = trial_cost != nullptr ? trial_cost(result.target) : std::nullopt;
  if (!trial) return "";
  set_option(find_point_option(trial->option), {"0"}, point);
  point.simulation = {};
  PointCache cache;
  const Timing plain = run_as_given(network, point, cache).timing;
  return fmt::format("{} {:g}: {:.3f} ms; without: {:.3f} ms\n", trial->name, trial->value,
                     milliseconds(result.timing.total, result.timing.clock),
                     milliseconds(plain.total, plain.clock));
}

DesignPoint read_run(const Arguments& arguments) {
  DesignPoint point = read_open_point(arguments);
  point.simulation.keep_slices = arguments.has("trace") || arguments.has("vcd") ||
                                 arguments.has("report") || arguments.has("svg");
  // The plan of a compiled file is recovered only for these outputs, which show the plan.
  const auto outputs_with_plan = {"per-op-vela", "plan-out", "require", "trace", "report", "svg"};
  point.plan_is_shown = std::any_of(outputs_with_plan.begin(), outputs_with_plan.end(),
                                    [&](const char* option) { return arguments.has(option); });
  return point;
}

// Returns the burst length and the clock period of a memory. A DRAM has these values itself; other
// memories have the values of their ports.
TrafficUnits traffic_units(const Target& target, std::size_t memory) {
  const MemorySpec& spec = target.memories[memory];
  if (const auto* dram = std::get_if<DramParameters>(&spec.timing)) {
    return {dram->geometry.burst_bytes(), dram->clocks.tck};
  }
  const PortSpec& port = at(target.ports, spec.port);
  constexpr Picoseconds ps_per_ms = 1'000'000'000;
  return {port.burst_bytes, ps_per_ms / port.clock_khz};
}

// Writes the bursts of one memory in the trace format of another simulator. The ending of the
// file's name chooses the format.
void write_traffic(const std::string& path, const Target& target, std::size_t memory,
                   std::vector<TrafficRecord> records) {
  const TrafficUnits units = traffic_units(target, memory);
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".stl") return write_file(path, stl_trace(std::move(records), units));
  if (ending == ".csv") return write_file(path, csv_traffic(std::move(records)));
  if (ending == ".trc") return write_file(path, dramsim3_trace(std::move(records), units));
  write_file(path, ramulator_trace(std::move(records), units));
}

// Returns the memory whose commands --dram-commands writes: the first DRAM of the target.
std::size_t dram_of(const Target& target) {
  for (std::size_t m = 0; m < target.memories.size(); ++m) {
    if (std::holds_alternative<DramParameters>(target.memories[m].timing)) return m;
  }
  throw usage_error("--dram-commands: " + target.name + " has no DRAM; choose one with --part");
}

// Makes the simulation write the commands of the target's first DRAM to `file`.
void record_commands(const Arguments& arguments, DesignPoint& point, std::ostream& file) {
  const Target target = resolve_target(point);
  const std::size_t memory = dram_of(target);
  const auto& dram = std::get<DramParameters>(target.memories[memory].timing);
  dram::write_command_header(file, target.memories[memory].name, dram.clocks.tck);
  point.simulation.dram_memory = memory;
  point.simulation.dram_commands = [&file](int channel, const dram::CommandRecord& command) {
    dram::write_command(file, channel, command);
  };
  if (arguments.has("runs")) {
    throw usage_error("--dram-commands: needs a single run, without --runs");
  }
  if (point.ideal != Ideal::off) {
    throw usage_error("--dram-commands: with --ideal, no DRAM is simulated");
  }
}

// Makes the simulation count the events of the NPU's performance monitor.
void count_events(DesignPoint& point, NpuCounters& counters) {
  if (!resolve_target(point).processor.family().has_counters) {
    throw usage_error("--counters: " + point.target +
                      " has no performance monitor whose events are counted");
  }
  point.simulation.counters = &counters;
}

void write_pictures(Pictures& pictures, const PointResult& result) {
  if (pictures.none()) return;
  for (const Drawing& drawing : run_drawings(result)) pictures.write(drawing);
}

void write_report(const Arguments& arguments, const Network& network, const DesignPoint& point,
                  const PointResult& result, const StepTimes& times) {
  ReportAdvice advice;
  advice.command = command_of(arguments.positional()[0], point, "advise");
  advice.list = advice_for_page(arguments, network, point, times);
  write_file(arguments.text("report"),
             html_report(ReportPage::run, network.name + " on " + result.target.name,
                         report_json(network, point, result, arguments.command_line(), advice),
                         static_run(result)));
}

void write_trace(const std::string& path, const std::string& trace) {
  write_file(path, std::filesystem::path(path).extension() == ".gz" ? gzipped(trace) : trace);
}

void write_outputs(const Arguments& arguments, const Network& network, const PointResult& result) {
  if (arguments.has("per-op")) {
    const Kilohertz reference = time_unit(result.target).clock.khz;
    const bool in_cycles = reference == result.timing.clock.khz;
    write_file(arguments.text("per-op"),
               write_timing_csv(result.timing, in_cycles ? 0 : reference));
  }
  if (arguments.has("per-kind")) {
    const TimeUnit unit = time_unit(result.target);
    write_file(arguments.text("per-kind"), kind_csv(result.timing, unit.name, unit.clock.khz));
  }
  if (arguments.has("per-thread")) {
    if (result.program.core_tasks.empty()) {
      throw usage_error("--per-thread: " + result.target.name + " has no threads");
    }
    write_file(arguments.text("per-thread"), thread_csv(result.program, result.timing));
  }
  if (arguments.has("per-op-vela")) {
    write_file(arguments.text("per-op-vela"),
               vela_per_layer_csv(result.timing, result.program, result.plan.plan, result.target));
  }
  if (arguments.has("plan-out")) {
    write_file(arguments.text("plan-out"),
               write_plan_csv(result.plan.plan, result.planned_network()));
  }
  if (arguments.has("trace")) {
    write_trace(arguments.text("trace"), chrome_trace(network.name + " on " + result.target.name,
                                                      result.timing, result.plan.plan));
  }
  if (arguments.has("vcd")) {
    write_file(arguments.text("vcd"),
               vcd_trace(network.name + " on " + result.target.name, result.timing));
  }
}

// Returns the peaks of the plan's memories in bytes, as the printed table of memories shows them.
std::vector<Bytes> reported_peaks(const PointResult& result) {
  std::vector<Bytes> peaks;
  for (const MemorySpace& memory : result.plan.plan.memories) {
    peaks.push_back(result.timing.memories[memory_index(result.target, memory.name)].peak);
  }
  return peaks;
}

// Returns the printout of a run: the table of operators and the summary. With --table invoke,
// returns a table in the form of XMOS's profiler instead.
Printout times_of(const Arguments& arguments, const Network& network, const PointResult& result,
                  const Console& console) {
  const TimeUnit unit = time_unit(result.target);
  Printout printout;
  if (wants_invoke_table(arguments)) {
    return printout << invoke_text(invoke_table(result.timing, unit.clock.khz, {}));
  }
  std::optional<Cycles> at_least;
  if (doubtful_share(result.timing) > mostly_doubtful) {
    at_least = least_total(result.program, result.timing);
  }
  printout << operator_table(result.timing, read_grouping(arguments), unit)
           << run_summary(result.timing, wants_colour(arguments, console),
                          print_width(arguments, console), unit, at_least);
  return printout << executorch_bytes_line(method_bytes_of(network))
                  << thread_summary(result.program, result.timing);
}

std::string runs_line(const DesignPoint& point, const PointResult& result) {
  if (point.runs <= 1) return "";
  const TimeUnit unit = time_unit(result.target);
  const auto in_units = [&](Cycles cycles) {
    return with_thousands(in_unit(cycles, result.timing.clock, unit));
  };
  return fmt::format("first inference {1} {0}, last {2} {0}\n", unit.name,
                     in_units(result.first_run), in_units(result.timing.total));
}

Printout run_printout(const Arguments& arguments, const Network& network, const DesignPoint& point,
                      const PointResult& result, const Console& console) {
  Printout printout;
  printout << cost_headline(result.timing) +
                  title_lines(network, point, result, print_width(arguments, console))
           << times_of(arguments, network, result, console);
  return printout;
}

ExitCode run_network(const Arguments& arguments, const Console& console) {
  // The options of the output are checked before the simulation starts, so that a mistake costs no
  // time.
  read_grouping(arguments);
  if (wants_invoke_table(arguments)) {
    arguments.require_none({"format", "only"},
                           "--table invoke is text, as XMOS's profiler prints it");
  }
  wants_colour(arguments, console);
  if (arguments.text("only") == "counters" && !arguments.has("counters")) {
    throw usage_error("--only: the table 'counters' needs --counters");
  }
  DesignPoint point = read_run(arguments);
  check_advise_option(arguments);
  const Network network = load_network(arguments.positional()[0]);
  point = complete_point(point, {&network});
  PointCache cache;
  point = choose_lowering(network, point, cache, console);
  if (arguments.has("per-op-vela") &&
      resolve_target(point).processor.family().compiler_listing == nullptr) {
    throw usage_error("--per-op-vela: " + point.target + " is no Ethos-U");
  }
  std::vector<TrafficRecord> traffic;
  if (arguments.has("traffic")) {
    const Target target = resolve_target(point);
    point.simulation.traffic = &traffic;
    point.simulation.traffic_memory =
        memory_index(target, arguments.text("traffic-memory", target.mode.arena));
  }
  std::optional<NewFileStream> commands;
  if (arguments.has("dram-commands")) {
    commands.emplace(arguments.text("dram-commands"));
    record_commands(arguments, point, *commands);
  }
  NpuCounters counters;
  if (arguments.has("counters")) count_events(point, counters);
  Pictures pictures(arguments, possible_pictures);
  read_budgets(arguments, memory_spaces(resolve_target(point)));
  const PointResult result =
      run_or_advise(network, arguments.positional()[0], point, cache, console);
  const StepTimes times = cache.times();
  point.simulation.dram_commands = nullptr;
  point.simulation.counters = nullptr;
  if (commands) commands->commit();
  print_warnings(result.network.warnings, console);
  print_warnings(result.program.warnings, console);
  if (!point.plan_source.empty() && !result.plan.result.note.empty()) {
    console.err << "spillway: note: " << result.plan.result.note << '\n';
  }
  Printout printout = run_printout(arguments, network, point, result, console);
  if (arguments.has("counters")) printout << counters_table(counters);
  printout << tflm_runtime_line(result.plan.plan.planner, result.network,
                                runtime_view_of(result.target)) +
                  cost_notes(result.timing, result.target) +
                  without_trial_cost(network, point, result) + runs_line(point, result);
  print(printout, arguments, console);
  write_outputs(arguments, network, result);
  if (arguments.has("json")) {
    write_document(arguments, console, result_json(network, point, result));
  }
  write_pictures(pictures, result);
  pictures.note_missing(console);
  if (arguments.has("traffic")) {
    write_traffic(arguments.text("traffic"), result.target, point.simulation.traffic_memory,
                  std::move(traffic));
  }
  if (arguments.has("report")) write_report(arguments, network, point, result, times);
  if (writes_to_terminal(console) && !arguments.has("format") && !arguments.has("only")) {
    console.out << std::flush << gain_of_search(network, point, result, cache);
  }
  return report_budgets(read_budgets(arguments, result.plan.plan.memories),
                        result.plan.plan.residencies, result.plan.plan.memories,
                        result.planned_network(), console, reported_peaks(result));
}

}  // namespace

CommandEntry run_command() {
  CommandEntry entry;
  entry.summary = "simulate a network with a plan, and print a table of operators";
  entry.positional = "NETWORK";
  entry.description =
      "NETWORK is a .tflite file, an ExecuTorch program (.pte) for Ethos-U, a network CSV, or a "
      "name of 'spillway list networks'.";
  entry.examples = {
      "spillway run mobilenet_v2_1.0_224 --target ethos-u65-256 --memory sram=384K",
      "spillway run network.tflite --target ethos-u55-128 --per-op out.csv",
  };
  add_point_options(entry.options);
  entry.options.add_options()(
      "group-by", text_value("kind|op"),
      "rows of the table: one per kind of operator, or one per operator [kind]")(
      "table", text_value("summary|invoke"),
      "layout of the table: of Spillway, or of XMOS's profiler [summary]")(
      "per-op", text_value("FILE.csv"), "write one row per operator")(
      "per-kind", text_value("FILE.csv"), "write one row per kind of operator")(
      "per-thread", text_value("FILE.csv"),
      "xcore.ai: write one row per operator and hardware thread")(
      "per-op-vela", text_value("FILE.csv"),
      "Ethos-U: write one row per operator, with the columns of Vela's listing")(
      "trace", text_value("FILE.json"),
      "write a timeline that Perfetto and chrome://tracing open; FILE.json.gz is compressed")(
      "vcd", text_value("FILE.vcd"), "write waveforms of engines and ports, for GTKWave")(
      "report", text_value("FILE.html"), "write a page with tables and pictures, for a browser")(
      "advise", text_value("auto|none|quick|full"),
      "changes in the page that make the run faster [auto: quick if it takes less than 2 s, else "
      "none]")("plan-out", text_value("FILE.csv"), "write the plan, one row per residency")(
      "require", list_value("MEMORY<=SIZE"), "exit with status 4 if the plan takes more than SIZE")(
      "traffic", text_value("FILE"),
      "write the bursts of a memory: .stl for DRAMSys, .trc for DRAMsim3, .csv with times, else "
      "for Ramulator")("dram-commands", text_value("FILE.csv"),
                       "write the commands of the first DRAM")(
      "traffic-memory", text_value("MEMORY"), "memory whose bursts --traffic writes [the arena's]")(
      "counters", "Ethos-U: print the event counts of the performance monitor");
  add_svg_option(entry.options, possible_pictures);
  entry.tables = {"operators", "slowest", "memories", "counters"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(),
                       {"per-op", "per-kind", "per-thread", "per-op-vela", "trace", "vcd", "report",
                        "plan-out", "traffic", "dram-commands", "svg"});
  add_colour_option(entry.options);
  entry.run = run_network;
  return entry;
}

}  // namespace spillway::cli
