// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "planner/problem.h"

namespace spillway {

struct NetworkPlan;
struct PlanningRequest;

enum class PlanStatus : std::uint8_t {
  ok,
  does_not_fit,  // PlanningResult::excess bytes are missing in PlanningResult::memory
  infeasible,    // it is proven that no plan exists
  /// The search reached its limit of nodes or iterations before it found a plan or proved that no
  /// plan exists.
  budget_exhausted,
};

/// The result of a planner. If the buffers do not fit, `status` says so, and the planner throws no
/// exception.
struct PlanningResult {
  PlanStatus status = PlanStatus::ok;
  std::vector<Placement> placements;  // one per buffer
  /// Per buffer, the buffer whose bytes it shares (-1 = none). Empty if no buffers share bytes.
  std::vector<BufferIndex> outer_buffers;
  MemoryIndex memory = no_memory;  // the memory that is too small, if the status is does_not_fit
  BufferIndex buffer = -1;  // the first buffer that did not fit, if the status is does_not_fit
  Bytes excess = 0;
  bool proven_optimal = false;
  std::string note;  // remark for the user, for example that the constants exceed the memory
};

/// Who chooses the memory of network inputs and outputs, scratch and persistent data. `planner`:
/// the planner chooses, as it does for all other feature maps. `fast` and `slow`: a fixed rule puts
/// all of these buffers in the fastest or the slowest memory that holds them.
enum class InputsIn : std::uint8_t { planner, fast, slow };
/// From this number of operators on, planners and the weight policy `auto` simulate fewer plans,
/// because the time of one simulation grows with the number of operators.
constexpr std::size_t operators_of_long_network = 4'000;
/// The value of PlannerOptions::search_budget for a user who wants no search at all.
constexpr std::int64_t no_search = -1;

/// Options of planners. A planner ignores options that it does not read.
struct PlannerOptions {
  std::string allocator;   // chooses offsets within a memory; empty = planner's default
  Bytes threshold = 4096;  // for size-threshold: largest size of a buffer in fast memory
  /// The number of nodes, iterations or simulated plans that a search may take. 0 = the planner's
  /// default; no_search = the user wants no search.
  std::int64_t search_budget = 0;
  MemoryIndex persistent_memory = no_memory;  // for split-arena: memory of persistent data
  MemoryIndex transient_memory = no_memory;
  bool in_place = true;  // results may take the bytes of operands that nobody reads later
  /// For tinyengine-firstfit: the size of the largest arena in which buffers are placed, in bytes.
  Bytes arena_limit = Bytes{10} << 20;
  InputsIn inputs_in = InputsIn::planner;  // read by plan_network() for all planners
};

/// A planner: decides memory and offset of every buffer. Planners are stateless and deterministic,
/// and several threads may use one at the same time.
class Planner {
 public:
  virtual ~Planner() = default;
  virtual PlanningResult plan(const PlanningProblem& problem,
                              const PlannerOptions& options) const = 0;
  /// Whether the planner can make plans at present. A planner written in Python, for example, can
  /// make plans only while the Python call that passed its function runs. Comparisons of all
  /// planners leave out a planner that cannot make plans.
  virtual bool can_answer() const { return true; }
  /// Whether the planner supports one memory only. The feature maps then go into the fastest memory
  /// that holds the complete plan.
  virtual bool single_memory() const { return false; }
  /// Whether the planner decides by simulated or estimated time. If so, and if a simulator is
  /// available, plan_network() calls plan_by_time() instead of plan().
  virtual bool chooses_by_time() const { return false; }
  /// Whether plan_by_time() of this planner also decides how weights reach the processor. For this
  /// decision, plan_by_time() needs the description of the network by the processor's compiler
  /// (WeightNeeds::compiler), but no simulated time.
  virtual bool plans_weights() const { return false; }
  /// Returns the complete plan of a network. Planners that choose by simulated time call the
  /// functions of `request.weights`. Throws std::logic_error if the planner neither chooses by time
  /// nor plans weights.
  virtual NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const;
  /// Whether, with these options, the planner honours pinned and blocked memories and pinned
  /// offsets of buffers. If false, the planner ignores them.
  virtual bool honours_pins(const PlannerOptions& /*options*/) const { return false; }
  /// Whether the planner reads PlannerOptions::threshold.
  virtual bool reads_threshold() const { return false; }
  /// Whether the planner reads PlannerOptions::search_budget. The default implementation returns
  /// true if the options name an allocator and this allocator searches.
  virtual bool searches(const PlannerOptions& options) const;
  /// Whether the planner reads PlannerOptions::arena_limit. The default implementation returns true
  /// if the options name an allocator and this allocator reads the limit.
  virtual bool reads_arena_limit(const PlannerOptions& options) const;
  /// Returns the alignment of feature maps, in bytes. 16 is the alignment in TensorFlow Lite Micro,
  /// Vela and ExecuTorch.
  virtual Bytes tensor_alignment() const { return 16; }
};

struct PlannerEntry {
  std::string name;
  std::string summary;  // one line for `spillway list planners`
  std::string source;   // the tool and version whose results the planner reproduces
  std::unique_ptr<Planner> planner;
  std::string alias{};  // another accepted name, which is never printed; empty = none
};

/// All planners, in the order of registration (registry.h, add_planner()).
const std::vector<PlannerEntry>& planners();

/// Returns the name of the planner with the alias `name`, or `name` itself if it is not an alias.
std::string without_alias(std::string_view name);

/// Finds a planner by name or alias. Throws UserError(usage) with a suggestion if there is none.
const PlannerEntry& find_planner(std::string_view name);

}  // namespace spillway
