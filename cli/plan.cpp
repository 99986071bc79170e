// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_input.h"
#include "planner/check_problem.h"
#include "planner/placement.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_network.h"
#include "planner/planner.h"
#include "report/memory_map_svg.h"
#include "report/memory_map_text.h"
#include "report/plan_tables.h"
#include "traces/network_loader.h"
#include "traces/offline_plan.h"

namespace spillway::cli {
namespace {

/// What is planned: the rows of a file, or the feature maps of a network.
struct PlanInput {
  PlanningProblem problem;
  Network network;  // of a buffers file: the buffers as tensors, so that reports can name them
  bool from_network = false;
};

Network network_of(const PlanningProblem& problem) {
  Network network;
  for (const Buffer& buffer : problem.buffers) {
    Tensor tensor;
    tensor.name = buffer.name;
    tensor.kind = buffer.kind;
    tensor.bytes = buffer.size;
    network.tensors.push_back(std::move(tensor));
  }
  return network;
}

PlanInput read_input(const Arguments& arguments) {
  const bool from_network = !arguments.positional().empty();
  if (from_network == arguments.has("buffers")) {
    throw UserError(ExitCode::usage, "plan: expected either a NETWORK or --buffers FILE.csv");
  }
  std::vector<MemorySpace> memories = read_memories(arguments);
  PlanInput input;
  input.from_network = from_network;
  if (from_network) {
    if (memories.empty()) memories.push_back({"memory", unlimited, 1});
    input.network = load_network(arguments.positional()[0]);
    input.problem = make_problem(input.network, memories,
                                 arguments.integer("alignment", 1, largest_alignment).value_or(16));
    return input;
  }
  PlacedProblem placed = read_buffers(arguments, memories);
  pin_given_offsets(placed);
  if (const auto alignment = arguments.integer("alignment", 1, largest_alignment)) {
    for (Buffer& buffer : placed.problem.buffers) buffer.alignment = *alignment;
  }
  check_problem(placed.problem, placed.rows);
  check_capacity(placed.problem, placed.rows);
  input.problem = std::move(placed.problem);
  input.network = network_of(input.problem);
  return input;
}

/// Residencies that name the tensors of `input.network`.
std::vector<Residency> residencies(const PlanInput& input, const PlanningResult& result) {
  std::vector<Residency> all = residencies_of(input.problem, result.placements);
  if (input.from_network) {
    for (Residency& residency : all) {
      residency.tensor = input.problem.buffers[static_cast<std::size_t>(residency.tensor)].tensor;
    }
  }
  return all;
}

ExitCode report_failure(const PlanInput& input, const PlanningResult& result,
                        const Console& console) {
  if (!result.note.empty()) console.err << "spillway: note: " << result.note << '\n';
  const auto memory = [&] {
    return result.memory == no_memory
               ? std::string("the memories")
               : input.problem.memories[static_cast<std::size_t>(result.memory)].name;
  };
  switch (result.status) {
    case PlanStatus::ok:
      return ExitCode::ok;
    case PlanStatus::does_not_fit:
      console.err << fmt::format("spillway: the plan does not fit into {}: {} bytes over\n",
                                 memory(), with_thousands(result.excess));
      break;
    case PlanStatus::infeasible:
      console.err << fmt::format("spillway: proven: no plan fits into {}\n", memory());
      break;
    case PlanStatus::budget_exhausted:
      console.err << "spillway: the search's budget ran out before it found a plan\n";
      break;
  }
  return ExitCode::run_failed;
}

void print_plan(const PlanInput& input, const PlanningResult& result, const Console& console) {
  const MemoryMap map = make_memory_map(input.problem, result.placements);
  console.out << peak_lines(map, lower_bound(input.problem.buffers))
              << (result.proven_optimal ? "proven optimal\n" : "") << cadence_tables(map);
  for (std::size_t memory = 0; memory < map.memories.size(); ++memory) {
    console.out << memory_map_text(map, static_cast<MemoryIndex>(memory));
  }
}

/// The .tflite's copy with the offsets of the first memory; what lies elsewhere is left to the
/// runtime.
void write_tflite(const std::string& path, const PlanInput& input, const PlanningResult& result,
                  const std::string& source) {
  if (!input.from_network) {
    throw UserError(ExitCode::usage, "--tflite-out needs a NETWORK that is a .tflite file");
  }
  std::vector<std::int32_t> offsets(input.network.tensors.size(), not_planned);
  for (const Residency& residency : residencies(input, result)) {
    if (residency.memory == 0 && residency.tensor != no_tensor) {
      offsets[static_cast<std::size_t>(residency.tensor)] =
          static_cast<std::int32_t>(residency.offset);
    }
  }
  const std::vector<std::uint8_t> copy = with_offline_plan(read_bytes(source), offsets, source);
  write_file(path, std::string_view(reinterpret_cast<const char*>(copy.data()), copy.size()));
}

void write_outputs(const Arguments& arguments, const PlanInput& input,
                   const PlanningResult& result) {
  if (arguments.has("output")) {
    write_file(arguments.text("output"), write_plan_csv(input.problem, result.placements));
  }
  if (arguments.has("svg")) {
    write_file(arguments.text("svg"),
               memory_map_svg(make_memory_map(input.problem, result.placements), 0));
  }
  if (arguments.has("tflite-out")) {
    write_tflite(arguments.text("tflite-out"), input, result, arguments.positional()[0]);
  }
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const PlannerEntry& entry = find_planner(arguments.text("planner", "cadence-greedy"));
  PlannerOptions options;
  options.allocator = arguments.text("allocator");
  if (const auto threshold = arguments.size("threshold")) options.threshold = *threshold;
  const PlanInput input = read_input(arguments);
  const std::vector<Budget> budgets = read_budgets(arguments, input.problem.memories);
  const PlanningResult result = entry.planner->plan(input.problem, options);
  const ExitCode failure = report_failure(input, result, console);
  if (failure != ExitCode::ok) return failure;
  print_plan(input, result, console);
  write_outputs(arguments, input, result);
  return report_budgets(budgets, residencies(input, result), input.problem.memories, input.network,
                        console);
}

}  // namespace

CommandEntry plan_command() {
  CommandEntry entry;
  entry.name = "plan";
  entry.summary = "place tensors in memories: peaks, lower bound and text map";
  entry.positional = "[NETWORK]";
  entry.max_positional = 1;
  entry.description =
      "Plans the feature maps of a network, or the buffers of a CSV in MiniMalloc's form, whose "
      "offsets count as fixed. Without --memory there is one memory without a limit.";
  entry.examples = {
      "spillway plan network.tflite --planner exact --memory sram=192K --output plan.csv",
      "spillway plan --buffers buffers.csv --planner vela-spill --memory sram=192K,dram=8M",
  };
  entry.options.add_options()("buffers", text_value("FILE.csv"), "buffers instead of a network")(
      "planner", text_value("PLANNER"), "a name of 'spillway list planners' [cadence-greedy]")(
      "allocator", text_value("NAME"), "offsets within a memory, instead of the planner's own")(
      "threshold", text_value("SIZE"), "size-threshold: largest tensor that goes fast [4K]")(
      "memory", list_value("NAME=SIZE"), "memories and their capacities, fastest first")(
      "reserve", list_value("NAME=SIZE"), "keep room for stack and code")(
      "require", list_value("MEMORY<=SIZE"), "fail with status 4 when the plan takes more")(
      "alignment", text_value("N"), "of every buffer [16 for networks]")(
      "output", text_value("FILE.csv"), "write the plan")("svg", text_value("FILE.svg"),
                                                          "draw the fastest memory")(
      "tflite-out", text_value("FILE.tflite"), "write a copy of the network with this plan in it");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
