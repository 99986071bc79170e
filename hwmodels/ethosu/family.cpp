// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/family.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/ops/network_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/proof/same_function.h"
#include "hwmodels/ethosu/proof/same_values.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/ethosu/replay/command_stream_plan.h"
#include "hwmodels/ethosu/replay/compiled_mode.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/replay/replay.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/ethosu/schedule/least_operators.h"
#include "hwmodels/ethosu/schedule/weight_needs.h"
#include "hwmodels/ethosu/stream/listing.h"
#include "hwmodels/ethosu/vela/scheduler_view.h"
#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/toml/toml_reader.h"
#include "traces/executorch/reader.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t longest_version = 40;

ProcessorSpec read(TomlTable& table, int kind) {
  EthosUParameters p;
  p.product = static_cast<EthosUParameters::Product>(kind);
  p.macs_per_cycle = table.integer32("macs_per_cycle", 32, 2048);
  p.cores = table.integer32("cores", 1, 2);
  return processor(p);
}

Network lower_with(const Network& network, const Target& target, MemoryIndex /*constants*/,
                   const FamilyOptions& choices) {
  return lower(network, target, choices.of<Options>().schedule);
}

Program schedule_with(const Network& network, const Plan& plan, const Target& target,
                      const FamilyOptions& choices) {
  return schedule(network, plan, target, choices.of<Options>().schedule);
}

WeightNeeds needs_with(const Network& network, const Target& target, const FamilyOptions& choices,
                       MemoryIndex constants, MemoryIndex buffers) {
  WeightNeeds needs =
      weight_needs(network, target, choices.of<Options>().schedule, constants, buffers);
  needs.compiler = scheduler_view(network, target, constants);
  return needs;
}

LeastWork least_with(const Network& network, const Target& target, const FamilyOptions& choices,
                     const MemoriesOfPlans& memories) {
  return least_work(network, target, choices.of<Options>().schedule, memories);
}

Program replay_named(const Network& compiled, const Target& target, const FamilyOptions& choices) {
  const auto& options = choices.of<Options>();
  ReplayOptions names;
  names.listing = options.listing;
  names.listing_file = options.listing_file;
  if (!options.debug_database.empty()) {
    names.names = read_debug_database(options.debug_database, options.debug_database_file);
  }
  return replay(compiled, target, names);
}

std::string target_of_compiled(const Network& network) {
  if (!is_compiled_for_ethosu(network)) return "";
  const Payload payload = first_payload(network);
  return find_config(payload.product, payload.macs).name;
}

std::string mode_of_compiled(const Network& compiled, const Target& target) {
  return compiled_mode(decode(compiled), named_mode(compiled), target);
}

std::vector<bool> regions_of_compiled(const Network& compiled) {
  const UsedRegions used = used_regions(decode(compiled));
  return std::vector<bool>(used.begin(), used.end());
}

Bytes cache_of_compiled(const Network& compiled) { return compiled_cache(decode(compiled)); }

// Returns the compiler and its version, such as "Vela 3.10.0"; empty if the file names no compiler.
// ExecuTorch programs hold Vela's options but not its version, so for such a program the result is
// "Vela".
std::string compiler(const Network& network) {
  constexpr std::string_view version_characters = "0123456789abcdefghijklmnopqrstuvwxyz.+-_";
  for (const NamedBytes& entry : network.metadata) {
    if (entry.name == vela_options_name) return "Vela";
    if (entry.name != "vela_version") continue;
    const std::string_view text(reinterpret_cast<const char*>(entry.data.data), entry.data.size);
    const std::size_t length = text.find_first_not_of(version_characters);
    const std::string_view version = text.substr(0, std::min<std::size_t>(length, longest_version));
    if (!version.empty()) return "Vela " + std::string(version);
  }
  return "";
}

std::string mode_warning(const Network& compiled, const Target& target, bool chosen) {
  return compiled_mode_warning(decode(compiled), compiled.name, named_mode(compiled), target,
                               chosen);
}

void formats_of_compiled(Network& lowered, const Network& compiled, const Target& target) {
  const DecodedFile decoded = decode(compiled);
  require_processor(decoded, target);
  adopt_formats(lowered, decoded, target);
}

CompiledPlan plan_of_compiled(const Network& lowered, const Network& compiled,
                              const Target& target) {
  const DecodedFile decoded = decode(compiled);
  require_processor(decoded, target);
  return plan_of_stream(lowered, decoded, target);
}

std::vector<std::uint8_t> relink_planned(const Network& compiled, const Network& lowered,
                                         const Plan& plan, const Target& target,
                                         const FamilyOptions& choices) {
  return relink_plan(compiled, lowered, plan, target, choices.of<Options>().schedule);
}

void choose_as_compiled(FamilyOptions& choices) {
  choices.of<Options>().schedule.as_compiled = true;
}

// Returns a description of the first difference between the files; empty if both compute the same
// function. First compares the files command by command. This comparison is exact and quick, and
// its message names the command. If the commands differ, compares the computed values. The
// comparison of values is slower, but also accepts files that split the network differently.
std::string proven_difference(const Network& original, const Network& emitted) {
  const std::string by_command = proof::difference(original, emitted);
  if (by_command.empty()) return "";
  const std::string by_value = proof::value_difference(original, emitted);
  return by_value.empty() || by_value == by_command
             ? by_value
             : by_value + "; command by command: " + by_command;
}

std::string list_commands(const Network& compiled) { return commands_csv(decode(compiled)); }

std::string disassemble(const Network& compiled) { return commands_text(decode(compiled)); }

std::int32_t macs_per_cycle(const Target& target) { return config_of(target).macs; }

std::vector<EstimatedOperation> compiler_listing(const Network& network, const Plan& plan,
                                                 const Target& target,
                                                 const FamilyOptions& choices) {
  std::vector<EstimatedOperation> listing;
  for (VelaRow& row : vela_estimate(network, plan, target, choices.of<Options>().schedule)) {
    listing.push_back({row.op, std::move(row.source_type), std::move(row.type), std::move(row.name),
                       row.npu_cycles});
  }
  return listing;
}

TableClock table_clock(const Target& target) { return {"cycles", target.clock_khz}; }

ProcessorFamily make_family() {
  ProcessorFamily family;
  family.name = "Ethos-U";
  family.kinds = {"ethos-u55", "ethos-u65", "ethos-u85"};
  family.read = read;
  family.custom_codes = {{"ethos-u"}, {runtime_copy_name}};
  family.lower = lower_with;
  family.plan = plan_in_memories;
  family.schedule = schedule_with;
  family.engine = "npu";
  family.weight_needs = needs_with;
  family.cascade_shapes = cascade_shapes;
  family.block_alternatives = alternatives_per_operator;
  family.set_blocks = set_operator_blocks;
  family.least_work = least_with;
  family.is_compiled = is_compiled_for_ethosu;
  family.replay = replay_named;
  family.compiled_target = target_of_compiled;
  family.compiled_mode = mode_of_compiled;
  family.used_regions = regions_of_compiled;
  family.compiled_cache = cache_of_compiled;
  family.compiler = compiler;
  family.compiled_mode_warning = mode_warning;
  family.adopt_formats = formats_of_compiled;
  family.plan_of_compiled = plan_of_compiled;
  family.movable_buffers = movable_buffers;
  family.relink = relink;
  family.with_smaller_blocks = with_smaller_blocks;
  family.ordered_as_compiled = ordered_as_compiled;
  family.runtime_tensors = runtime_tensors;
  family.relink_plan = relink_planned;
  family.choose_as_compiled = choose_as_compiled;
  family.difference = proven_difference;
  family.commands_csv = list_commands;
  family.commands_text = disassemble;
  family.table_clock = table_clock;
  family.macs_per_cycle = macs_per_cycle;
  family.default_planner = "vela";
  family.compiler_listing = compiler_listing;
  family.encodes_weights = true;
  family.reads_vela_ini = true;
  family.has_compute_bound = true;
  family.has_counters = true;
  family.begins_alike = true;
  return family;
}

}  // namespace

const ProcessorFamily& family() {
  static const ProcessorFamily table = make_family();
  return table;
}

ProcessorSpec processor(const EthosUParameters& parameters) { return {family(), parameters}; }

}  // namespace spillway::ethosu
