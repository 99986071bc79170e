// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/family.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "hwmodels/memory/read_memory_parameters.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/toml/toml_reader.h"
#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/arena/arena_search.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/costs.h"
#include "hwmodels/xcore/lower/lower.h"
#include "hwmodels/xcore/options.h"
#include "hwmodels/xcore/proof/same_results.h"
#include "hwmodels/xcore/relink/load_order.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::xcore {
namespace {

// Sets the version of xformer whose rules lower networks that xformer has not compiled. The version
// also decides whether threads share a convolution with a single output pixel. `number` is the
// index of the version in xformer_names.
void set_xformer(std::ptrdiff_t number, XcoreParameters& tile) {
  tile.xformer = static_cast<XformerVersion>(number);
  tile.split_one_pixel = tile.xformer >= XformerVersion::of_2024_10;
}

void set_xformer(const std::string& name, XcoreParameters& tile) {
  const auto* const found = std::find(xformer_names.begin(), xformer_names.end(), name);
  set_xformer(found - xformer_names.begin(), tile);
}

ProcessorSpec read_tile(TomlTable& table, int /*kind*/) {
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
    set_xformer(table.choice("xformer", names), p);
  }
  if (table.has("one_pixel")) {
    p.split_one_pixel = table.choice("one_pixel", {"split", "whole"}) == 0;
  }
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

// Returns the user's choices as options of plan_arena(). The arena of the runtime has a transient
// part and a persistent part, each in one memory. The user can also place single tensors.
ArenaOptions arena_options(const Target& target, const PlanChoices& choices) {
  const std::set<std::string> arena(choices.arena.begin(), choices.arena.end());
  const bool both = arena == std::set<std::string>{"extram", "sram"};
  const std::string named =
      arena.empty() ? target.mode.arena : fmt::format("{}", fmt::join(choices.arena, "+"));
  ArenaOptions options = arena_named(both ? "sram" : named);
  options.both = both;
  options.replan = choices.replan || choices.family_options.of<Options>().threads.has_value();
  const std::string& constants =
      choices.constants.empty() ? target.mode.constants : choices.constants;
  const MemorySpec& memory = target.memories[memory_index(target, constants)];
  if (!memory.read_only) options.constants = constants;
  std::vector<std::string> names;
  for (const MemorySpec& spec : target.memories) names.push_back(spec.name);
  for (const std::string& text : choices.family_options.of<Options>().placements) {
    options.rules.push_back(parse_placement(text, names));
  }
  options.planner = choices.planner;
  options.planner_options = choices.options;
  return options;
}

// Returns the memory of the feature maps for an arena (`--arena NAME`). In a split arena, maps are
// in the tile's memory and operator data (what the runtime allocates once per operator) is in
// external RAM.
std::vector<std::string> map_memories(const std::string& arena) {
  return {arena_named(arena).transient};
}

// Returns the cache in which plans keep the bytes of SRAM that sets of tensors need. Each plan adds
// the numbers that it computes. All plans with the same `choices.kept` share a cache. If
// `choices.kept` is null, returns `own`, the cache of a single plan.
KnownNeeds& kept_needs(const PlanChoices& choices, KnownNeeds& own) {
  if (choices.kept == nullptr) return own;
  if (!choices.kept->has_value()) *choices.kept = KnownNeeds();
  return std::any_cast<KnownNeeds&>(*choices.kept);
}

NetworkPlan plan(const Network& network, const Target& target, const PlanChoices& choices) {
  if (!choices.pins.empty()) {
    throw UserError(ExitCode::usage, "--pin: on xcore.ai, --place TENSOR=MEMORY places tensors");
  }
  const ArenaOptions options = arena_options(target, choices);
  const bool by_time = choices.time && find_planner(options.planner).planner->chooses_by_time() &&
                       choices.options.search_budget != no_search;
  if (by_time && options.both) {
    KnownNeeds needs;
    return fastest_arena(network, target, options, choices.time, kept_needs(choices, needs))
        .network_plan;
  }
  const bool planned_by_file = !options.replan && read_offline_plan(network).has_value();
  if (by_time && !planned_by_file) {
    return fastest_of_planners(network, target, options, choices.time).network_plan;
  }
  return plan_arena(network, target, options).network_plan;
}

// Returns the clock of XMOS's published tables of operator times for xcore.ai: they count ticks of
// the reference clock.
TableClock table_clock(const Target& target) { return {"ticks", parameters(target).tick_khz}; }

void apply_options(Target& target, const std::string& constants, const FamilyOptions& choices) {
  const auto& options = choices.of<Options>();
  XcoreParameters& tile = parameters(target);
  if (options.conv_glue_slots) tile.conv_glue_slots = *options.conv_glue_slots;
  if (!options.xformer.empty()) set_xformer(options.xformer, tile);
  if (options.split_one_pixel) tile.split_one_pixel = *options.split_one_pixel;
  if (options.early_loads) tile.early_loads = *options.early_loads;
  if (options.page_after) tile.page_after = *options.page_after;
  tile.replanned_threads = options.threads.value_or(0);
  tile.replanned_weights = constants;
}

Network lower_with(const Network& network, const Target& target, MemoryIndex constants,
                   const FamilyOptions& choices) {
  LoweringOptions options = choices.of<Options>().lowering;
  options.weights_in_flash = at(target.memories, constants).read_only;
  options.weights_in_external_ram = !options.weights_in_flash && constants > 0;
  return lower(network, target, options);
}

Program schedule_with(const Network& network, const Plan& plan, const Target& target,
                      const FamilyOptions& choices) {
  return schedule(network, plan, target, {choices.of<Options>().lowering.threads});
}

bool contains_kernels(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(), is_compiled);
}

std::string target_of_compiled(const Network& network) {
  return contains_kernels(network) ? "xcore.ai" : "";
}

CostTable make_cost_table() {
  CostTable table{cost_table_version, "issue slots of xcore.ai's kernels", {}};
  for (const CostEntry& cost : cost_table()) {
    table.entries.push_back({cost.name, cost.slots, cost.validated, cost.source});
  }
  return table;
}

const CostTable& listed_costs() {
  static const CostTable table = make_cost_table();
  return table;
}

// Returns the issue slots that are added to each output pixel of every convolution, to try out a
// cost (--conv-glue-slots); nullopt if no slots are added. This cost does not come from a published
// table, so reports mention it.
std::optional<TrialCost> trial_cost(const Target& target) {
  const double slots = parameters(target).conv_glue_slots;
  if (slots == 0) return std::nullopt;
  return TrialCost{"conv_glue_slots", slots, "conv-glue-slots"};
}

ResolvedOptions resolved_options(const Target& target) {
  const XcoreParameters& tile = parameters(target);
  return {{"conv_glue_slots", tile.conv_glue_slots},
          {"split_one_pixel", tile.split_one_pixel},
          {"cost_table_version", std::string(cost_table_version)}};
}

ProcessorFamily make_family() {
  ProcessorFamily family;
  family.name = "xcore.ai";
  family.kinds = {"xcore"};
  family.read = read_tile;
  family.apply_options = apply_options;
  family.custom_codes = {{"XC_", true}, {"Lce", true}};
  family.lower = lower_with;
  family.default_planner = "xformer";
  family.map_memories = map_memories;
  family.pads_in_place = true;
  family.plan = plan;
  family.schedule = schedule_with;
  family.engine = "tile";
  family.compiled_target = target_of_compiled;
  family.contains_kernels = contains_kernels;
  family.difference = proof::result_difference;
  family.early_loads = early_loads;
  family.load_order = load_order;
  family.load_aliases = load_aliases;
  family.table_clock = table_clock;
  family.cost_table = listed_costs;
  family.trial_cost = trial_cost;
  family.resolved_options = resolved_options;
  family.follows_file_plans = true;
  family.has_threads = true;
  return family;
}

}  // namespace

const ProcessorFamily& family() {
  static const ProcessorFamily table = make_family();
  return table;
}

ProcessorSpec processor(const XcoreParameters& parameters) { return {family(), parameters}; }

}  // namespace spillway::xcore
