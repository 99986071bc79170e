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
struct BlockDivision;
struct BufferHome;
struct MovableBuffers;
struct PlanChoices;
struct Program;
struct Target;

/// The clock whose cycles a family's tables count, and the name of these cycles in the tables.
struct TableClock {
  const char* unit = "cycles";
  Kilohertz clock_khz = 0;
};

/// The decisions of a compiler, read from a compiled file. `plan` is a plan for the network that
/// Spillway lowers from the same original network.
struct CompiledPlan {
  Plan plan;
  /// Per name of an operator: encoded bytes of its weights divided by their original bytes. Scales
  /// do not count.
  std::map<std::string, double> weight_ratios;
};

/// The costs of kernels that a processor runs in software.
struct CostTable {
  struct Entry {
    const char* name = "";
    double cost = 0;
    bool validated = false;  // a published time confirms the cost
    const char* source = "";
  };

  std::string version;  // results of different versions must not be compared
  std::string title;    // "issue slots of ...'s kernels"
  std::vector<Entry> entries;
};

/// A cost that the user adds tentatively to the costs of kernels, and that no published figure
/// confirms.
struct TrialCost {
  const char* name = "";
  double value = 0;
  const char* option = "";  // name of the option that sets the cost; the value "0" removes the cost
};

/// The values of a family's options and parameters for one target. They become a part of the record
/// of a run.
using ResolvedOptions =
    std::vector<std::pair<std::string, std::variant<bool, double, std::string>>>;

/// The memories of a target that plans can use.
struct MemoriesOfPlans {
  MemoryIndex fast = no_memory;  // memory for maps and copies of weights
  // The memory of the maps that are not in the fast memory; no_memory = all maps must be in the
  // fast memory.
  MemoryIndex slow = no_memory;
  MemoryIndex constants = no_memory;  // can be the same memory as `fast`
  Bytes fast_bytes = 0;               // bytes of the fast memory that maps and copies can use
};

/// One row of the listing of operations that the vendor's compiler would print for a planned
/// network. For example, Vela prints the cycles of every operation.
struct EstimatedOperation {
  std::int32_t op = 0;      // index into the lowered Network::operators
  std::string source_type;  // type in the original network: "CONV_2D"
  std::string type;         // type in the compiler's listing: "Conv2DBias"
  std::string name;         // name in the compiler's listing
  double processor_cycles = 0;
};

/// A custom code of operators in a .tflite file. If `begins`, all codes that begin with `text`
/// match.
struct CustomCode {
  const char* text = "";
  bool begins = false;
};

/// The interface between a family of processors and the rest of the program. A family consists of
/// one folder of hwmodels/ and one line of hwmodels/families.cpp. If a pointer can be null, its
/// comment says what null means ("Null: ...").
struct ProcessorFamily {
  const char* name = "";  // name for users
  /// Names of the family's processors in target files, [processor] kind = "...".
  std::vector<const char*> kinds;
  /// Reads all keys of [processor] except `kind`. The argument `kind` is an index into `kinds`.
  /// Throws UserError(input_file).
  ProcessorSpec (*read)(TomlTable& table, int kind) = nullptr;

  /// Applies those options of the user that concern the processor to a target. `constants` is the
  /// memory that the user chose for constants; empty = none. Null: no option changes the processor.
  void (*apply_options)(Target&, const std::string& constants, const FamilyOptions&) = nullptr;
  /// Custom codes of the family's own operators and of other operators that the family lowers.
  std::vector<CustomCode> custom_codes;
  bool knows_custom(const std::string& code) const;

  /// Returns a network in terms of the operators that the processor executes; see lower() in
  /// hwmodels/lower.h.
  Network (*lower)(const Network&, const Target&, MemoryIndex constants,
                   const FamilyOptions&) = nullptr;
  /// The planner that is used if the user names none.
  const char* default_planner = "cadence-greedy";
  /// Plans a lowered network. Throws UserError(usage) for choices that the family does not support.
  /// If the plan does not fit, the status of the result says so, as in plan_network().
  NetworkPlan (*plan)(const Network&, const Target&, const PlanChoices&) = nullptr;
  /// Makes the program of a lowered network under a plan; see schedule() in hwmodels/schedule.h.
  Program (*schedule)(const Network&, const Plan&, const Target&, const FamilyOptions&) = nullptr;
  /// The simulator's engine that runs the family's programs, by its name in
  /// sim/engines/registry.cpp.
  const char* engine = "";

  /// Returns the data by which a weight policy decides which weights are copied to faster memory,
  /// and when. The constants of the lowered network are in memory `constants`, the copies in memory
  /// `buffers`. Null: the loads of weights are operators of the lowered network.
  WeightNeeds (*weight_needs)(const Network&, const Target&, const FamilyOptions&,
                              MemoryIndex constants, MemoryIndex buffers) = nullptr;

  /// Returns the cascades (operators that run in turns, stripe by stripe) in which a lowered
  /// network can run. The result refers to both arguments, which must outlive it. Null: operators
  /// always run one after the other.
  CascadeShapes (*cascade_shapes)(const Network&, const Target&) = nullptr;

  /// Returns, per operator of a lowered network, values of Operator::block that may make the
  /// operator faster. Null: the processor does not compute outputs in blocks that can be chosen.
  std::vector<std::vector<OutputBlock>> (*block_alternatives)(const Network&,
                                                              const Target&) = nullptr;
  /// Sets Operator::block of operators of a lowered network. Returns a description of the first
  /// wrong block; empty if all blocks are possible. Null if block_alternatives is null.
  std::string (*set_blocks)(Network&, const Target&, const OperatorBlocks&) = nullptr;

  /// Returns lower bounds of each operator of a lowered network, which hold for all plans in which
  /// operators run one after the other. Null, or a result without operators: there are no bounds.
  LeastWork (*least_work)(const Network&, const Target&, const FamilyOptions&,
                          const MemoriesOfPlans&) = nullptr;

  /// All three are null if compiled files of the family are not replayed.
  /// * is_compiled() tells whether a file was compiled for this family and contains its own
  ///   program.
  /// * replay() returns the program that the file contains.
  /// * plan_of_compiled() returns the file's plan as a plan for the network that Spillway lowers.
  bool (*is_compiled)(const Network&) = nullptr;
  Program (*replay)(const Network&, const Target&, const FamilyOptions&) = nullptr;
  /// Returns the built-in target for which a file was compiled; empty if the file is not of this
  /// family. Null: the family's files do not say for which target they were compiled.
  std::string (*compiled_target)(const Network&) = nullptr;
  /// Returns the memory mode in which a compiled file has to run, as its commands show; empty if
  /// the commands allow the mode of the given target. Null: files do not depend on modes.
  std::string (*compiled_mode)(const Network&, const Target&) = nullptr;
  /// Returns how many bytes of the memory mode's cache a compiled file uses; 0 = none. Null: files
  /// never use a cache.
  Bytes (*compiled_cache)(const Network&) = nullptr;
  /// Returns, per region (memory area with its own base address), whether the commands of a
  /// compiled file read or write the region. Throws UserError(input_file). Null: files have no
  /// regions.
  std::vector<bool> (*used_regions)(const Network&) = nullptr;
  /// Returns name and version of the compiler that wrote a file; empty if the file's metadata do
  /// not contain them. Null: files of the family never contain them.
  std::string (*compiler)(const Network&) = nullptr;
  /// Returns a warning if a compiled file does not fit the target's memory mode, or if the file
  /// does not say for which mode it was compiled; empty = no warning. If `chosen` is true, the user
  /// named the mode, so the warning about an unknown mode is left out. Null: files do not depend on
  /// modes.
  std::string (*compiled_mode_warning)(const Network&, const Target&, bool chosen) = nullptr;
  /// Makes a lowered network store its maps in the formats of the file that was compiled from the
  /// same network. Must be called before plan_of_compiled(), and throws UserError in the same
  /// cases. Null if plan_of_compiled is null.
  void (*adopt_formats)(Network& lowered, const Network& compiled, const Target&) = nullptr;
  CompiledPlan (*plan_of_compiled)(const Network& lowered, const Network& compiled,
                                   const Target&) = nullptr;
  /// Return the commands of a compiled file: commands_csv() as CSV with one row per command,
  /// commands_text() as a disassembly. Both functions throw UserError(input_file). Null: the
  /// family's commands cannot be listed.
  std::string (*commands_csv)(const Network&) = nullptr;
  std::string (*commands_text)(const Network&) = nullptr;
  /// movable_buffers() returns the buffers of a compiled file that can be moved. relink() returns
  /// the file with these buffers at `homes`, which has one place for each buffer. Both functions
  /// throw UserError(input_file). Null: the family cannot relink files.
  MovableBuffers (*movable_buffers)(const Network& compiled, const Target&) = nullptr;
  std::vector<std::uint8_t> (*relink)(const Network& compiled,
                                      const std::vector<BufferHome>& homes) = nullptr;
  /// Returns the file with the blocks of its kernels divided into smaller blocks. `divisions` has
  /// one entry per kernel, in the order of the file's Program. Null: the family's kernels cannot be
  /// divided in this way.
  std::vector<std::uint8_t> (*with_smaller_blocks)(
      const Network& compiled, const std::vector<BlockDivision>& divisions) = nullptr;
  /// Returns `plain`, the network that is not compiled, with its operators in an order in which its
  /// compiled file runs them. Null if relink_plan is null.
  Network (*ordered_as_compiled)(const Network& plain, const Network& compiled,
                                 const Target&) = nullptr;
  /// Three functions that write files from plans. The first two throw UserError. All three are null
  /// if the family cannot write files from plans.
  /// * runtime_tensors() returns the tensors of a lowered network that host or application access
  ///   when the compiled file of the same network runs. Plans must put these tensors into the
  ///   memory mode's arena.
  /// * relink_plan() returns the compiled file, changed so that it runs under the given plan.
  /// * choose_as_compiled() sets the options with which a network is scheduled like the compiled
  ///   file. This function is called if the plan was recovered from a compiled file.
  std::vector<TensorIndex> (*runtime_tensors)(const Network& compiled, const Network& lowered,
                                              const Target&) = nullptr;
  std::vector<std::uint8_t> (*relink_plan)(const Network& compiled, const Network& lowered,
                                           const Plan&, const Target&,
                                           const FamilyOptions&) = nullptr;
  void (*choose_as_compiled)(FamilyOptions&) = nullptr;
  /// Returns one sentence that says why `emitted` is not proven to compute the same as `original`;
  /// empty if the proof succeeds. Throws UserError(input_file). Null: the family has no such proof.
  std::string (*difference)(const Network& original, const Network& emitted) = nullptr;
  /// Three functions for compiled files with loads: operators that copy weights into the arena. All
  /// three are null if the family has no such files.
  /// * early_loads() returns the number of loads that can be started earlier than directly before
  ///   the operator that reads their data.
  /// * load_order() returns an order of the operators. `early` has an element for each load that
  ///   early_loads() counts. A load whose element is true stands as early as the runtime allows.
  ///   Every other load stands directly before the operator that reads its data.
  /// * load_aliases() returns pairs of tensors that must have the same address: the tensor that
  ///   a load fills, and the tensor under whose name operators read it after the wait for the load.
  std::size_t (*early_loads)(const Network& compiled) = nullptr;
  std::vector<std::int32_t> (*load_order)(const Network& compiled,
                                          const std::vector<bool>& early) = nullptr;
  std::vector<std::pair<TensorIndex, TensorIndex>> (*load_aliases)(const Network& compiled) =
      nullptr;
  /// Whether a compiled file itself contains the kernels of its operators, so that a new plan does
  /// not change them. Null: no file of the family contains kernels.
  bool (*contains_kernels)(const Network&) = nullptr;

  TableClock (*table_clock)(const Target&) = nullptr;
  const CostTable& (*cost_table)() = nullptr;                       // null: no table
  std::optional<TrialCost> (*trial_cost)(const Target&) = nullptr;  // null: there is none
  ResolvedOptions (*resolved_options)(const Target&) = nullptr;     // null: nothing to record
  // Returns the largest number of multiply-accumulates per cycle. Null: this number depends on the
  // kernel.
  std::int32_t (*macs_per_cycle)(const Target&) = nullptr;
  /// Returns the listing that the family's own compiler would print for a network under a plan.
  /// Null: there is no listing.
  std::vector<EstimatedOperation> (*compiler_listing)(const Network&, const Plan&, const Target&,
                                                      const FamilyOptions&) = nullptr;

  bool encodes_weights = false;     // weights are stored encoded, so a weight ratio applies
  bool reads_vela_ini = false;      // a vela.ini can describe systems of the family
  bool has_counters = false;        // the events of the performance monitor can be counted
  bool follows_file_plans = false;  // the chip uses the offline plan in a file that is not compiled
  /// Returns the memories of the feature maps for an `arena` whose name stands for several memories
  /// (such as `split`). Null: the family has no such arenas.
  std::vector<std::string> (*map_memories)(const std::string& arena) = nullptr;
  bool pads_in_place = false;  // the PAD kernel can write over its input
  // Whether a lower bound of a network's time for every plan can be computed from the cycles of its
  // blocks and output values.
  bool has_compute_bound = false;
  bool has_threads = false;  // runs kernels in software, on hardware threads
  // Whether the programs of two similar plans begin with the same commands. A run of the second
  // program can then start from a snapshot of the first run.
  bool begins_alike = false;
};

/// Returns all families: the families of this program, in the order of hwmodels/families.cpp, then
/// the families of add_family().
const std::vector<const ProcessorFamily*>& processor_families();

/// Registers a family whose folder is not part of this program. `family` must outlive all use.
void add_family(const ProcessorFamily& family);

/// Returns the family that `network` was compiled for; null if it is not compiled, or if the family
/// does not replay compiled files (ProcessorFamily::is_compiled is null).
const ProcessorFamily* compiled_family(const Network& network);

/// Returns the built-in target for which `network` was compiled; empty if it is not compiled.
/// Throws UserError(input_file) if the compiled file cannot be decoded.
std::string compiled_target(const Network& network);

/// Returns name and version of the compiler that wrote a file, such as "Vela 3.10.0"; empty if the
/// metadata of the file do not contain them.
std::string compiler_of(const Network& network);

}  // namespace spillway
