// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/index.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/plan_documents.h"
#include "cli/plan_input.h"
#include "cli/planned.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "experiments/relinking/relink_arena.h"
#include "experiments/workers/interrupts.h"
#include "hwmodels/recovered_plan.h"
#include "planner/placement/placement.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/tool_plans.h"
#include "planner/search_watch.h"
#include "report/memory_map_text.h"
#include "report/pages/memory_map_drawing.h"
#include "report/plan_tables.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

Planned read_planned(const Arguments& arguments) {
  const bool from_network = !arguments.positional().empty();
  if (from_network == arguments.has("buffers")) {
    throw usage_error("plan: expected either a NETWORK or --buffers FILE.csv");
  }
  if (from_network && arguments.has("operators")) {
    throw usage_error("--operators belongs to --buffers; a NETWORK has its own operators");
  }
  if (!from_network && arguments.has("details")) {
    throw usage_error("--details needs a NETWORK: it lists operators");
  }
  return from_network ? plan_of_network(arguments, load_network(arguments.positional()[0]))
                      : plan_of_buffers(arguments);
}

// Maximum number of lines of a memory map that is printed without the option --map. A user would
// hardly read a longer map, and printing a longer map takes longer than planning.
constexpr std::size_t most_map_lines = 400;

Printout map_or_hint(const MemoryMap& map, MemoryIndex memory, bool asked) {
  const std::size_t lines = blocks_in(map, memory).size() + static_cast<std::size_t>(map.steps);
  if (asked || lines <= most_map_lines) return memory_map_text(map, memory);
  return Printout() << fmt::format("{}: the map has {} lines; --map prints it\n",
                                   at(map.memories, memory).name, lines);
}

MemoryMap map_of(const Planned& planned) {
  return planned.for_target ? make_memory_map(planned.plan, planned.network)
                            : make_memory_map(planned.problem, planned.result.placements);
}

Printout plan_printout(const Planned& planned, const Arguments& arguments, std::size_t width) {
  const MemoryMap map = map_of(planned);
  Printout printout;
  if (!planned.compiler.empty()) printout << "compiled by " + planned.compiler + "\n";
  printout << peak_table(map, least_peak(planned.problem, planned.result.outer_buffers));
  if (planned.from_network) {
    printout << tflm_runtime_line(planned.plan.planner, planned.network, planned.runtime_view);
  }
  printout << executorch_bytes_line(planned.method_bytes)
           << (planned.result.proven_optimal ? "proven optimal\n" : "") << cadence_tables(map);
  // In Markdown, LaTeX and CSV, the map is printed even if it is long.
  const bool whole_map = arguments.has("map") || width == unlimited_output;
  for (std::size_t memory = 0; memory < map.memories.size(); ++memory) {
    printout << map_or_hint(map, static_cast<MemoryIndex>(memory), whole_map);
  }
  if (!arguments.has("details")) return printout;
  return printout << allocation_details(planned.plan, planned.network)
                  << schedule_details(planned.network, width);
}

/// Writes a copy of the .tflite file `source` that contains the offsets of the tensors in the
/// plan's first memory. Tensors in other memories get no offset in the copy, so the runtime chooses
/// their offsets.
void write_tflite(const std::string& path, const Planned& planned, const std::string& source) {
  if (planned.for_target) {
    throw usage_error("--tflite-out takes a plan of the network as it is, without --target");
  }
  if (!planned.from_network) {
    throw usage_error("--tflite-out needs a NETWORK that is a .tflite file");
  }
  const std::vector<std::uint8_t> copy =
      tflite_with_plan(read_bytes(source), planned.plan, planned.network.tensors.size(), source);
  write_file(path, copy);
}

void write_outputs(const Arguments& arguments, const Planned& planned) {
  // ExecuTorch's format cannot express all plans. Therefore the list of offsets for ExecuTorch is
  // made before any file is written, so that an error leaves no files.
  const std::string list =
      arguments.has("executorch-out") ? write_executorch_plan(planned.plan, planned.network) : "";
  if (arguments.has("output")) {
    write_file(arguments.text("output"),
               planned.for_target ? write_plan_csv(planned.plan, planned.network)
                                  : write_plan_csv(planned.problem, planned.result.placements,
                                                   planned.result.outer_buffers));
  }
  if (arguments.has("executorch-out")) write_file(arguments.text("executorch-out"), list);
  if (arguments.has("svg")) {
    write_file(arguments.text("svg"), standalone_svg(memory_map_drawing(map_of(planned), 0)));
  }
  if (arguments.has("tflite-out")) {
    const auto& inputs = arguments.positional();
    write_tflite(arguments.text("tflite-out"), planned, inputs.empty() ? "" : inputs[0]);
  }
}

// Throws for wrong budgets of --require. Called before planning, because planning may take long. If
// the command line names no memories, the budgets are checked after planning, when the memories are
// known.
void check_budgets(const Arguments& arguments) {
  const std::vector<MemorySpace> memories =
      arguments.has("target") ? memory_spaces(resolve_target(read_point(arguments)))
                              : read_memories(arguments);
  if (!memories.empty()) read_budgets(arguments, memories);
}

/// Shows the progress of an exhaustive search. If the user presses Ctrl-C, the search ends with the
/// best plan that was found so far.
class WatchedSearch : public SearchWatch {
 public:
  explicit WatchedSearch(const Console& console)
      : err_(console.err), watched_(::isatty(STDERR_FILENO) != 0) {}
  ~WatchedSearch() override { clear(); }

  bool go_on(const SearchProgress& progress) override {
    const Clock::time_point now = Clock::now();
    if (watched_ && now - shown_ > std::chrono::milliseconds(200)) {
      shown_ = now;
      const std::string line = line_of(progress, std::chrono::duration<double>(now - start_));
      err_ << fmt::format("\r{:<79}", line.substr(0, 79)) << std::flush;
      shows_ = true;
    }
    return !interrupts_.requested();
  }

  bool interrupted() const { return interrupts_.requested(); }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string line_of(const SearchProgress& progress,
                             std::chrono::duration<double> elapsed) {
    if (progress.peak == 0) {
      return fmt::format("{} plans, {:.0f} s; Ctrl-C takes the fastest plan",
                         with_thousands(progress.nodes), elapsed.count());
    }
    return fmt::format("{} nodes, {:.0f} s: peak {} bytes, lower bound {}; Ctrl-C takes this plan",
                       with_thousands(progress.nodes), elapsed.count(),
                       with_thousands(progress.peak), with_thousands(progress.lower_bound));
  }

  void clear() {
    if (shows_) err_ << fmt::format("\r{:<79}\r", "") << std::flush;
  }

  std::ostream& err_;
  bool watched_;
  bool shows_ = false;
  Interrupts interrupts_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
};

ExitCode finish(const Arguments& arguments, const Planned& planned, const Console& console);

ExitCode run_plan(const Arguments& arguments, const Console& console) {
  check_budgets(arguments);
  bool interrupted = false;
  const Planned planned = [&] {
    WatchedSearch watch(console);
    Planned made = read_planned(arguments);
    interrupted = watch.interrupted();
    return made;
  }();
  const ExitCode code = finish(arguments, planned, console);
  if (!interrupted) return code;
  console.err << (code == ExitCode::run_failed
                      ? "spillway: interrupted before a plan was found\n"
                      : "spillway: interrupted: the best plan so far was taken\n");
  return ExitCode::interrupted;
}

ExitCode finish(const Arguments& arguments, const Planned& planned, const Console& console) {
  const std::vector<Budget> budgets = read_budgets(arguments, planned.problem.memories);
  const std::string source =
      arguments.positional().empty() ? arguments.text("buffers") : arguments.positional()[0];
  write_document(arguments, console, plan_document(planned, source, budgets));
  const PlanningResult& result = planned.result;
  console.err << planned.note_of_point;
  if (!result.note.empty()) console.err << "spillway: note: " << result.note << '\n';
  if (result.status != PlanStatus::ok) {
    console.err << "spillway: " << failure_text(planned) << '\n';
    return ExitCode::run_failed;
  }
  print(plan_printout(planned, arguments, print_width(arguments, console)), arguments, console);
  write_outputs(arguments, planned);
  return report_budgets(budgets, planned.plan.residencies, planned.problem.memories,
                        planned.network, console);
}

}  // namespace

CommandEntry plan_command() {
  CommandEntry entry;
  entry.summary = "place tensors in memories; print peaks, a lower bound and memory maps";
  entry.positional = "[NETWORK]";
  entry.description =
      "Plans the feature maps of a network, or the buffers of a CSV in MiniMalloc's form; offsets "
      "in this CSV are fixed. Without --memory, there is one memory of unlimited size. With "
      "--target, the lowered network is planned with its weights, as 'run' plans it, and --output "
      "writes a plan that 'run --plan' reads.";
  entry.examples = {
      "spillway plan network.tflite --planner exact --memory sram=192K --output plan.csv",
      "spillway plan --buffers buffers.csv --planner vela-spill --memory sram=192K,dram=8M",
      "spillway plan network.tflite --memory sram=192K,dram=8M --pin inputs=dram@0",
      "spillway plan network.tflite --target ethos-u55-128 --output plan.csv",
  };
  entry.options.add_options()("map", "print the memory map even if it is long")(
      "buffers", text_value("FILE.csv"), "buffers to plan, instead of a network")(
      "operators", text_value("FILE.ops.csv"),
      "operators that use the buffers, for planners with in-place rules");
  add_planning_options(entry.options);
  entry.options.add_options()("require", list_value("MEMORY<=SIZE"),
                              "exit with status 4 if the plan takes more than SIZE")(
      "details", "also print the addresses and bytes of every operator, as TinyEngine prints them")(
      "output", text_value("FILE.csv"), "write the plan")(
      "svg", text_value("FILE.svg"), "draw a memory map of the fastest memory")(
      "tflite-out", text_value("FILE.tflite"),
      "write a copy of the network's file that contains the plan")(
      "executorch-out", text_value("FILE.csv"),
      "write ExecuTorch's list 'tensor,mem_id,offset' of the feature maps");
  entry.tables = {"peaks", "spaces", "live-peak", "blocks", "addresses", "schedule"};
  add_json_option(entry);
  entry.outputs.insert(entry.outputs.end(), {"output", "svg", "tflite-out", "executorch-out"});
  entry.run = run_plan;
  return entry;
}

}  // namespace spillway::cli
