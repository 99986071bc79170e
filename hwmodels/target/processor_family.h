// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/units.h"
#include "hwmodels/target/family_options.h"
#include "hwmodels/target/least_times.h"
#include "hwmodels/target/processor_spec.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

class TomlTable;
struct BufferHome;
struct MovableBuffers;
struct PlanChoices;
struct Program;
struct Target;

/// The clock whose cycles a family's tables count in, and what they call one of them.
struct TableClock {
  const char* unit = "cycles";
  Kilohertz clock_khz = 0;
};

/// What a compiler decided for a network, for a lowering of our own to run.
struct CompiledPlan {
  Plan plan;
  /// Encoded / original weight bytes by operator, scales excluded.
  std::map<std::string, double> weight_ratios;
};

/// What the kernels of a processor cost that runs them in software.
struct CostTable {
  struct Entry {
    const char* name = "";
    double cost = 0;
    bool validated = false;  // compared with a published time
    const char* source = "";
  };

  std::string version;  // results of different versions do not compare
  std::string title;    // "issue slots of ...'s kernels"
  std::vector<Entry> entries;
};

/// A cost that a target has been given on trial, which no published figure confirms.
struct TrialCost {
  const char* name = "";
  double value = 0;
  const char* option = "";  // of a design point; "0" takes the cost away
};

/// What a family's options and parameters come to for one target, for the record of a run.
using ResolvedOptions =
    std::vector<std::pair<std::string, std::variant<bool, double, std::string>>>;

/// Where plans may have things on a target.
struct MemoriesOfPlans {
  MemoryIndex fast = no_memory;       // for maps and copies of weights
  MemoryIndex slow = no_memory;       // for maps that are not there; none = they all are
  MemoryIndex constants = no_memory;  // may be the fast one
  Bytes fast_bytes = 0;               // of it, for maps and copies
};

/// One row of the listing that a family's own compiler prints, as it estimates a planned network.
struct EstimatedOperation {
  std::int32_t op = 0;      // index into the lowered Network::operators
  std::string source_type;  // operator of the network: "CONV_2D"
  std::string type;         // "Conv2DBias"
  std::string name;         // of the operation
  double processor_cycles = 0;
};

/// A custom code of operators in a .tflite. If `begins`, all codes that begin with `text`.
struct CustomCode {
  const char* text = "";
  bool begins = false;
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

  /// Puts what the options say of the processor into a target; `constants` is the memory that the
  /// user names for constants, empty = none. Null: options say nothing of the processor.
  void (*apply_options)(Target&, const std::string& constants, const FamilyOptions&) = nullptr;
  /// Custom codes of its own operators and of those that it lowers.
  std::vector<CustomCode> custom_codes;
  bool knows_custom(const std::string& code) const;

  /// As lower() in hwmodels/lower.h.
  Network (*lower)(const Network&, const Target&, MemoryIndex constants,
                   const FamilyOptions&) = nullptr;
  /// The planner of a user who names none.
  const char* default_planner = "cadence-greedy";
  /// Places a lowered network. Throws UserError(usage) for choices that the family does not have;
  /// a plan that does not fit is a result, as in plan_network().
  NetworkPlan (*plan)(const Network&, const Target&, const PlanChoices&) = nullptr;
  /// As schedule() in hwmodels/schedule.h.
  Program (*schedule)(const Network&, const Plan&, const Target&, const FamilyOptions&) = nullptr;
  /// The simulator's engine that runs its programs, a name of sim/engines/registry.cpp.
  const char* engine = "";

  /// What weight policies need to know of a lowered network, its constants being in memory
  /// `constants` and copies of weights in `buffers`; null: the loads of weights are operators of
  /// the lowered network.
  WeightNeeds (*weight_needs)(const Network&, const Target&, const FamilyOptions&,
                              MemoryIndex constants, MemoryIndex buffers) = nullptr;

  /// The cascades that a lowered network can run in; null: operators run one after the other. The
  /// result knows both arguments by reference.
  CascadeShapes (*cascade_shapes)(const Network&, const Target&) = nullptr;

  /// What no plan goes below, per operator of a lowered network, where operators run one after the
  /// other. Null, or no operators: nothing is known of that.
  LeastWork (*least_work)(const Network&, const Target&, const FamilyOptions&,
                          const MemoriesOfPlans&) = nullptr;

  /// Whether a file was compiled for this family so that it brings its own program, which
  /// replay() gives; plan_of_compiled() gives its plan for the same network lowered by us. All
  /// null: no compiled files of the family are replayed.
  bool (*is_compiled)(const Network&) = nullptr;
  Program (*replay)(const Network&, const Target&, const FamilyOptions&) = nullptr;
  /// The built-in target that a file was compiled for; empty when it is none of this family's
  /// files. Null: files do not tell.
  std::string (*compiled_target)(const Network&) = nullptr;
  /// The memory mode of a target in which a compiled file is to run, as its commands show it; empty
  /// where they allow the mode that the target has. Null: files tell nothing of modes.
  std::string (*compiled_mode)(const Network&, const Target&) = nullptr;
  /// Bytes of the memory mode's cache that a compiled file takes; 0 = it uses none. Null: files use
  /// none.
  Bytes (*compiled_cache)(const Network&) = nullptr;
  /// Per region of a compiled file's commands, whether one of them reads or writes it. Null: files
  /// have no regions. Throws UserError(input_file).
  std::vector<bool> (*used_regions)(const Network&) = nullptr;
  /// Name and version of the compiler that wrote a file, as far as its metadata says. Null: files
  /// say nothing.
  std::string (*compiler)(const Network&) = nullptr;
  /// What a user should know of the memory mode of a target that runs a compiled file, empty for
  /// nothing; `chosen` where the user named it. Null: files tell nothing of modes.
  std::string (*compiled_mode_warning)(const Network&, const Target&, bool chosen) = nullptr;
  /// Has a lowered network store its maps as the file does that was compiled from it, before
  /// plan_of_compiled(). Throws UserError as that does.
  void (*adopt_formats)(Network& lowered, const Network& compiled, const Target&) = nullptr;
  CompiledPlan (*plan_of_compiled)(const Network& lowered, const Network& compiled,
                                   const Target&) = nullptr;
  /// The commands of a compiled file, one row each, and as a disassembly. Throw
  /// UserError(input_file).
  std::string (*commands_csv)(const Network&) = nullptr;
  std::string (*commands_text)(const Network&) = nullptr;
  /// movable_buffers() lists the buffers of a compiled file that can move. relink() writes the file
  /// with these buffers in `homes`, one per buffer. Null: the family cannot relink files. Both
  /// throw UserError(input_file).
  MovableBuffers (*movable_buffers)(const Network& compiled, const Target&) = nullptr;
  std::vector<std::uint8_t> (*relink)(const Network& compiled,
                                      const std::vector<BufferHome>& homes) = nullptr;
  /// A plain network with its operators in an order in which its compiled file runs them.
  Network (*ordered_as_compiled)(const Network& plain, const Network& compiled,
                                 const Target&) = nullptr;
  /// Tensors of a lowered network that host or application touch when the compiled file of the same
  /// network runs; plans must have them in the memory mode's arena. relink_plan() writes the file
  /// so that it runs as such a plan says. Both throw UserError. choose_as_compiled() is called
  /// before a plan that was recovered from a compiled file is written. All null: files are not
  /// written so.
  std::vector<TensorIndex> (*runtime_tensors)(const Network& compiled, const Network& lowered,
                                              const Target&) = nullptr;
  std::vector<std::uint8_t> (*relink_plan)(const Network& compiled, const Network& lowered,
                                           const Plan&, const Target&,
                                           const FamilyOptions&) = nullptr;
  void (*choose_as_compiled)(FamilyOptions&) = nullptr;
  /// One sentence that says why `emitted` is not proven to compute the same as `original`; empty if
  /// it is proven. Null: the family has no such proof. Throws UserError(input_file).
  std::string (*difference)(const Network& original, const Network& emitted) = nullptr;
  /// Files that load weights by operators of their own, and have a memory plan: how many loads can
  /// start before they are waited for; the operators in an order in which every load stands in
  /// front of its reader, and starts as early as the runtime allows where `early` says so; and
  /// pairs of tensors that must share their place. All null: files have no such operators.
  std::size_t (*early_loads)(const Network& compiled) = nullptr;
  std::vector<std::int32_t> (*load_order)(const Network& compiled,
                                          const std::vector<bool>& early) = nullptr;
  std::vector<std::pair<TensorIndex, TensorIndex>> (*loaded_in_place)(const Network& compiled) =
      nullptr;
  /// Whether the kernels of a file are chosen already, though it is planned here; null: never.
  bool (*brings_kernels)(const Network&) = nullptr;

  TableClock (*table_clock)(const Target&) = nullptr;
  const CostTable& (*cost_table)() = nullptr;                       // null: none
  std::optional<TrialCost> (*trial_cost)(const Target&) = nullptr;  // null: none
  ResolvedOptions (*resolved_options)(const Target&) = nullptr;     // null: nothing to record
  std::int32_t (*macs_per_cycle)(const Target&) = nullptr;          // at most; null: varies
  /// What the family's own compiler would list for a network under a plan; null: it lists nothing.
  std::vector<EstimatedOperation> (*compiler_listing)(const Network&, const Plan&, const Target&,
                                                      const FamilyOptions&) = nullptr;

  bool encodes_weights = false;     // weights are stored encoded, so a ratio applies to them
  bool reads_vela_ini = false;      // its systems can be described by a vela.ini
  bool has_counters = false;        // its performance monitor's events can be counted
  bool follows_file_plans = false;  // the offline plan of a plain file is what runs
  /// Memories of the feature maps where `arena` names something else than one; null where it does
  /// not.
  std::vector<std::string> (*map_memories)(const std::string& arena) = nullptr;
  bool pads_in_place = false;      // its kernel of a pad may write over its input
  bool has_compute_bound = false;  // blocks and output say what no plan can beat
  bool has_threads = false;        // runs kernels in software, on hardware threads
  bool begins_alike = false;       // programs of similar plans share their beginnings
};

/// The families of this program, in the order of hwmodels/families.cpp, then those of
/// add_family().
const std::vector<const ProcessorFamily*>& processor_families();

/// Makes a family known whose folder is not part of this program. It must outlive all use.
void add_family(const ProcessorFamily& family);

/// The family that `network` was compiled for; null for a plain network.
const ProcessorFamily* compiled_family(const Network& network);

/// The built-in target that `network` was compiled for; empty for a plain network. Throws
/// UserError(input_file) for a compiled file that cannot be decoded.
std::string compiled_target(const Network& network);

/// Name and version of the compiler that wrote a file, as its metadata says: "Vela 3.10.0". Empty
/// when they say nothing.
std::string compiler_of(const Network& network);

}  // namespace spillway
