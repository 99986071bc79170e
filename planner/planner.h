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
  does_not_fit,      // `excess` bytes too many in `memory`
  infeasible,        // proven: no plan exists
  budget_exhausted,  // the search's node or iteration budget ran out first
};

/// Result of a planner. Not fitting is a result, not an exception.
struct PlanningResult {
  PlanStatus status = PlanStatus::ok;
  std::vector<Placement> placements;  // one per buffer
  std::vector<BufferIndex> hosts;  // empty, or per buffer the one whose bytes it shares; -1 = none
  std::vector<BufferIndex> evicted;  // candidates for fast memory that were moved out of it
  MemoryIndex memory = no_memory;    // does_not_fit: where
  BufferIndex buffer = -1;           // does_not_fit: the first that found no room
  Bytes excess = 0;
  bool proven_optimal = false;
  std::string note;  // what a user should know: fallbacks that were taken
};

/// Who chooses the memory of network inputs and outputs, scratch and persistent data: the planner
/// as for all feature maps, or nobody, all of them being in the fastest or in the slowest memory.
enum class InputsIn : std::uint8_t { planner, fast, slow };
/// PlannerOptions::search_budget of a user who asks for no search at all.
constexpr std::int64_t no_search = -1;

/// Options that some planners read; a planner ignores those that it has no use for.
struct PlannerOptions {
  std::string allocator;           // offsets within a memory; empty = the planner's own pairing
  Bytes threshold = 4096;          // size-threshold: largest buffer that goes fast
  std::int64_t search_budget = 0;  // nodes or iterations; 0 = the planner's default, or no_search
  MemoryIndex persistent_memory = no_memory;  // split-arena
  MemoryIndex transient_memory = no_memory;
  bool in_place = true;  // results may take the bytes of operands that nobody reads later
  Bytes arena_limit = Bytes{10} << 20;     // tinyengine-firstfit: most that its arena takes
  InputsIn inputs_in = InputsIn::planner;  // read by plan_network(), the same for all planners
};

/// A planner: decides memory and offset of every buffer. Stateless, deterministic and safe to
/// share.
class Planner {
 public:
  virtual ~Planner() = default;
  virtual PlanningResult plan(const PlanningProblem& problem,
                              const PlannerOptions& options) const = 0;
  /// False while nobody is there to ask: such a planner takes no part where all are asked.
  virtual bool can_answer() const { return true; }
  /// Knows one memory only; feature maps then go into the fastest memory that holds its whole plan.
  virtual bool single_memory() const { return false; }
  /// Decides by simulated time where plan_network() has a simulator to ask: plan_by_time().
  virtual bool chooses_by_time() const { return false; }
  /// Decides about the weights of a network, too, where its compiler's view is known
  /// (WeightNeeds::compiler): plan_by_time(), which asks for no time then.
  virtual bool plans_weights() const { return false; }
  /// The whole plan of a network, `request.weights->time` being there to ask. For planners that
  /// choose by time or plan weights; throws std::logic_error from others.
  virtual NetworkPlan plan_by_time(const Network& network, const PlanningRequest& request) const;
  /// With these options, honours pinned and blocked memories and pinned offsets of buffers; others
  /// ignore them.
  virtual bool honours_pins(const PlannerOptions& /*options*/) const { return false; }
  /// Whether it has a use for PlannerOptions::threshold.
  virtual bool reads_threshold() const { return false; }
  /// Whether it has a use for PlannerOptions::search_budget; here, whether the allocator that the
  /// options name searches.
  virtual bool searches(const PlannerOptions& options) const;
  /// Whether PlannerOptions::arena_limit changes its plans. By default that depends on the
  /// allocator that the options name.
  virtual bool reads_arena_limit(const PlannerOptions& options) const;
  /// Alignment of the feature maps of a network that it plans; 16 in TensorFlow Lite Micro, Vela
  /// and ExecuTorch.
  virtual Bytes tensor_alignment() const { return 16; }
};

struct PlannerEntry {
  std::string name;
  std::string summary;  // one line for `spillway list planners`
  std::string source;   // the tool and version whose results it reproduces
  std::unique_ptr<Planner> planner;
  std::string alias{};  // another name that is accepted and never printed for it; empty = none
};

/// All planners, in the order in which they are listed.
const std::vector<PlannerEntry>& planners();

/// The name of the planner that has `name` as its alias; every other name as it is.
std::string without_alias(std::string_view name);

/// Accepts names and aliases. Throws UserError(usage) with a suggestion when there is none of that
/// name.
const PlannerEntry& find_planner(std::string_view name);

}  // namespace spillway
