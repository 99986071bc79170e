// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep.h"

#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/point_options.h"
#include "traces/network_loader.h"

namespace spillway::cli {
namespace {

SweepSpec read_spec(const Arguments& arguments) {
  SweepSpec spec;
  spec.targets = arguments.list("target");
  if (spec.targets.empty()) {
    throw UserError(ExitCode::usage, "--target is missing; 'spillway list targets' names them");
  }
  spec.memory_modes = arguments.list("memory-mode");
  for (const std::string& range : arguments.list("memory")) {
    spec.memories.push_back(parse_memory_range(range));
  }
  spec.planners = arguments.list("planner");
  if (spec.planners == std::vector<std::string>{"all"}) {
    spec.planners.clear();
    for (const PlannerEntry& planner : planners()) spec.planners.push_back(planner.name);
  }
  for (const std::string& planner : spec.planners) find_planner(planner);
  spec.allocators = arguments.list("allocator");
  if (const auto ratio = arguments.number("weight-ratio", 0.01, 4)) {
    spec.base.schedule.weight_ratio = *ratio;
  }
  for (const std::string& name : arguments.positional()) {
    spec.networks.push_back(load_network(name));
  }
  return spec;
}

ExitCode run(const Arguments& arguments, const Console& console) {
  const SweepSpec spec = read_spec(arguments);
  const bool watched = ::isatty(STDERR_FILENO) != 0;
  const std::string csv = run_sweep(spec, [&](std::size_t done, std::size_t total) {
    if (watched) console.err << fmt::format("\r{}/{} points", done, total) << std::flush;
  });
  if (watched) console.err << '\n';
  write_file(arguments.text("output", "-"), csv);
  return ExitCode::ok;
}

}  // namespace

CommandEntry sweep_command() {
  CommandEntry entry;
  entry.name = "sweep";
  entry.summary = "simulate every combination of networks, targets, memory sizes and planners";
  entry.positional = "NETWORK...";
  entry.min_positional = 1;
  entry.max_positional = -1;
  entry.description =
      "One CSV row per design point. A point that cannot be planned is a row with its status and "
      "the bytes it exceeds by.";
  entry.examples = {
      "spillway sweep mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram "
      "--memory sram=64K:512K:64K --planner cadence-greedy,vela-spill --output sweep.csv"};
  entry.options.add_options()("target", list_value("TARGET"), "chips")(
      "memory-mode", list_value("MODE"), "memory modes [each target's default]")(
      "memory", list_value("NAME=FIRST:LAST:STEP"), "capacities of a memory, or NAME=SIZE+SIZE")(
      "planner", list_value("PLANNER"), "planners, or 'all' [each target's default]")(
      "allocator", list_value("NAME"), "allocators [each planner's own]")(
      "weight-ratio", text_value("X"), "encoded / original weight bytes [1.0]")(
      "output", text_value("FILE.csv"), "where the rows go [standard output]");
  entry.run = run;
  return entry;
}

}  // namespace spillway::cli
