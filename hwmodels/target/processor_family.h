// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "hwmodels/target/processor_spec.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

class TomlTable;
struct LoweringOptions;
struct PlanChoices;
struct Program;
struct ReplayOptions;
struct ScheduleOptions;
struct Target;

/// The clock whose cycles a family's tables count in, and what they call one of them.
struct TableClock {
  const char* unit = "cycles";
  Kilohertz clock_khz = 0;
};

/// What a compiler decided for a network, for a lowering of our own to run.
struct CompiledPlan {
  Plan plan;
  /// Encoded / original weight bytes, scales excluded: ScheduleOptions::operator_weight_ratios.
  std::map<std::string, double> weight_ratios;
};

/// Everything that the rest of the program knows of a family of processors. A family is one folder
/// of hwmodels/ and one line of hwmodels/families.cpp; a pointer that may be null says so.
struct ProcessorFamily {
  const char* name = "";  // as users know it
  /// Names of its processors in target files, [processor] kind = "...".
  std::vector<const char*> kinds;
  /// Reads the other keys of [processor]; `kind` is an index into `kinds`. Throws
  /// UserError(input_file).
  ProcessorSpec (*read)(TomlTable& table, int kind) = nullptr;

  /// As lower() in hwmodels/lower.h.
  Network (*lower)(const Network&, const Target&, const LoweringOptions&) = nullptr;
  /// The planner of a user who names none.
  const char* default_planner = "cadence-greedy";
  /// Places a lowered network. Throws UserError(usage) for choices that the family does not have;
  /// a plan that does not fit is a result, as in plan_network().
  NetworkPlan (*plan)(const Network&, const Target&, const PlanChoices&) = nullptr;
  /// As schedule() in hwmodels/schedule.h.
  Program (*schedule)(const Network&, const Plan&, const Target&, const ScheduleOptions&) = nullptr;

  /// What weight policies need to know of a lowered network, its constants being in memory
  /// `constants` and copies of weights in `buffers`; null: the loads of weights are operators of
  /// the lowered network.
  WeightNeeds (*weight_needs)(const Network&, const Target&, const ScheduleOptions&,
                              MemoryIndex constants, MemoryIndex buffers) = nullptr;

  /// The cascades that a lowered network can run in; null: operators run one after the other. The
  /// result knows both arguments by reference.
  CascadeShapes (*cascade_shapes)(const Network&, const Target&) = nullptr;

  /// Whether a file was compiled for this family so that it brings its own program, which
  /// replay() gives; plan_of_compiled() gives its plan for the same network lowered by us. All
  /// null: no compiled files of the family are replayed.
  bool (*is_compiled)(const Network&) = nullptr;
  Program (*replay)(const Network&, const Target&, const ReplayOptions&) = nullptr;
  /// What a user should know of the memory mode of a target that runs a compiled file, empty for
  /// nothing; `chosen` where the user named it. Null: files tell nothing of modes.
  std::string (*compiled_mode_warning)(const Network&, const Target&, bool chosen) = nullptr;
  CompiledPlan (*plan_of_compiled)(const Network& lowered, const Network& compiled,
                                   const Target&) = nullptr;

  TableClock (*table_clock)(const Target&) = nullptr;
  /// Version of the table that costs come from, for the foot of tables; null: none.
  std::string (*cost_table)() = nullptr;

  bool encodes_weights = false;     // weights are stored encoded, so a ratio applies to them
  bool reads_vela_ini = false;      // its systems can be described by a vela.ini
  bool follows_file_plans = false;  // the offline plan of a plain file is what runs
  bool has_compute_bound = false;   // blocks and output say what no plan can beat
  bool looks_up_caches = false;     // the processor itself asks its caches, a hit is no transfer
  bool keeps_simulations = false;   // equal programs on equal targets need one simulation
};

/// The families of this program, in the order of hwmodels/families.cpp, then those of
/// add_family().
const std::vector<const ProcessorFamily*>& processor_families();

/// Makes a family known whose folder is not part of this program. It must outlive all use.
void add_family(const ProcessorFamily& family);

/// The family that `network` was compiled for; null for a plain network.
const ProcessorFamily* compiled_family(const Network& network);

}  // namespace spillway
