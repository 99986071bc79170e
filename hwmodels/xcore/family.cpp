// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/family.h"

#include <set>

#include <fmt/format.h>

#include "hwmodels/lower.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/schedule.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/toml/toml_reader.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/lower/lower.h"

namespace spillway::xcore {
namespace {

ProcessorSpec read(TomlTable& table, int /*kind*/) {
  XcoreParameters p;
  p.threads = table.integer32("threads", 1, 8);
  p.issue_divider = table.integer32("issue_divider", 1, 16);
  p.tick_khz = read_clock(table, "tick_mhz");
  p.conv_pixel_slots = table.number("conv_pixel_slots");
  p.conv_group_slots = table.number("conv_group_slots");
  p.conv_chunk_slots = table.number("conv_chunk_slots");
  p.conv_glue_slots = table.number("conv_glue_slots");
  if (table.has("xformer")) {
    const std::vector<std::string> names(xformer_names.begin(), xformer_names.end());
    p.xformer = static_cast<XformerVersion>(table.choice("xformer", names));
  }
  if (table.has("one_pixel"))
    p.split_one_pixel = table.choice("one_pixel", {"split", "whole"}) == 0;
  if (table.has("external_weights")) {
    p.load_external_weights = table.choice("external_weights", {"load", "in_place"}) == 0;
  }
  if (table.has("kernel_objects")) {
    p.separate_kernel_objects = table.choice("kernel_objects", {"one_struct", "separate"}) == 1;
  }
  if (table.has("arena_misalignment")) {
    p.arena_misalignment = table.integer32("arena_misalignment", 0, 31);
  }
  return processor(p);
}

// The runtime has an arena of transient and persistent parts, each in one memory, and single
// tensors where the user places them.
ArenaOptions arena_options(const Target& target, const PlanChoices& choices) {
  const std::set<std::string> arena(choices.arena.begin(), choices.arena.end());
  const bool both = arena == std::set<std::string>{"extram", "sram"};
  if (arena.size() > 1 && !both) {
    throw UserError(ExitCode::usage,
                    "--arena: an xcore.ai tile takes sram, extram, split or sram,extram");
  }
  ArenaOptions options = both ? arena_named("sram")
                              : arena_named(arena.empty() ? target.mode.arena : choices.arena[0]);
  options.both = both;
  options.replan = choices.replan;
  const std::string& constants =
      choices.constants.empty() ? target.mode.constants : choices.constants;
  const MemorySpec& memory = target.memories[memory_index(target, constants)];
  if (!memory.read_only) options.constants = constants;
  std::vector<std::string> names;
  for (const MemorySpec& spec : target.memories) names.push_back(spec.name);
  for (const std::string& text : choices.placements) {
    options.rules.push_back(parse_placement(text, names));
  }
  options.planner = choices.planner;
  options.planner_options = choices.options;
  return options;
}

NetworkPlan plan(const Network& network, const Target& target, const PlanChoices& choices) {
  if (!choices.pins.empty()) {
    throw UserError(ExitCode::usage, "--pin: on xcore.ai, --place TENSOR=MEMORY places tensors");
  }
  return plan_arena(network, target, arena_options(target, choices)).network_plan;
}

// Tables of xcore.ai count in ticks of the reference clock.
TableClock table_clock(const Target& target) { return {"ticks", parameters(target).tick_khz}; }

std::string cost_table() { return fmt::format("cost table version {}", cost_table_version); }

ProcessorFamily make_family() {
  ProcessorFamily family;
  family.name = "xcore.ai";
  family.kinds = {"xcore"};
  family.read = read;
  family.lower = lower;
  family.default_planner = "xformer";
  family.plan = plan;
  family.schedule = schedule;
  family.table_clock = table_clock;
  family.cost_table = cost_table;
  family.follows_file_plans = true;
  family.looks_up_caches = true;
  return family;
}

}  // namespace

const ProcessorFamily& family() {
  static const ProcessorFamily table = make_family();
  return table;
}

ProcessorSpec processor(const XcoreParameters& parameters) { return {family(), parameters}; }

}  // namespace spillway::xcore
