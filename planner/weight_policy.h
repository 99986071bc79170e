// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan.h"
#include "planner/plan_costs.h"

namespace spillway {

class CompilerView;

/// What a weight policy knows of one operator's weights.
struct WeightNeed {
  std::int32_t op = -1;  // index into Network::operators
  TensorIndex weights = no_tensor;
  std::int32_t channels = 0;    // of the output, along which weights can be sliced
  std::int32_t granule = 1;     // slices begin at multiples of so many channels
  bool may_be_fetched = false;  // into a buffer, before they are read
  bool read_once = false;       // for one output pixel, which rules take for not worth a copy
  /// The encoded sizes of slices that begin at these channels, the first at 0.
  std::function<std::vector<WeightFlowSlice>(const std::vector<std::int32_t>& first_channels)>
      slices;
};

/// Weights that are read where they lie, whatever the plan, with what they take there.
struct FixedWeights {
  TensorIndex weights = no_tensor;
  Bytes bytes = 0;
};

/// What a weight policy knows of a network on its target; the processor's family says it.
struct WeightNeeds {
  std::vector<WeightNeed> operators;    // in order; one per operator that reads one tensor of them
  std::vector<FixedWeights> fixed;      // of operators that read several tensors, as an LSTM does
  std::vector<double> compute_cycles;   // of the MAC array, per operator of the network
  std::vector<double> bytes_per_cycle;  // per memory of the plan
  MemoryIndex constants = no_memory;    // where constants lie that the plan has no place for
  MemoryIndex buffers = no_memory;      // where copies may lie; none = weights stay in place
  Bytes alignment = 16;                 // of buffers and constants
  Bytes made_up = 0;                    // bytes of constants that are no tensors of the network
  std::vector<std::int32_t> made_up_readers;  // operators whose kernels read any of them, in order
  std::shared_ptr<const CompilerView> compiler;  // none = the family's compiler is not known
};

/// How long a plan runs, in cycles, by simulation. Empty where nobody simulates.
using PlanTime = std::function<double(const Plan& plan)>;

/// Who compares plans by simulation.
struct FastestPlan {
  /// Index of the one of some plans, one at least, that runs shortest; of equal ones the first.
  /// Empty where nobody simulates.
  std::function<std::size_t(const std::vector<Plan>& plans)> of;
  /// Cycles of the one that it named, and of its operators. Empty where nobody tells.
  SimulatedCyclesOf cycles;
  /// Cycles that no run of one of those plans is below, and what its operators are counted with in
  /// them; 0 and none where nothing is known. Empty where `cycles` is.
  SimulatedCyclesOf at_least;
};

/// Sizes of the memory for buffers with which the same is decided.
struct SameRooms {
  Bytes from = 0;
  Bytes below = unlimited;

  bool contain(Bytes size) const { return from <= size && (size < below || below == unlimited); }
};

/// A weight policy: decides how weights reach the processor. Stateless, deterministic and safe to
/// share.
class WeightPolicy {
 public:
  virtual ~WeightPolicy() = default;
  /// Adds a flow for every operator of `needs` that has none in `plan`, with buffers in the room
  /// that the residencies of `plan` leave in memory `needs.buffers`. Returns for which sizes of
  /// that memory it would decide the same.
  virtual SameRooms decide(const WeightNeeds& needs, const FastestPlan& fastest,
                           Plan& plan) const = 0;
};

struct WeightPolicyEntry {
  std::string name;
  std::string summary;  // one line for `spillway list weight-policies`
  std::unique_ptr<WeightPolicy> policy;
};

/// All weight policies, in the order in which they are listed.
const std::vector<WeightPolicyEntry>& weight_policies();

/// Throws UserError(usage) with a suggestion when there is none of that name.
const WeightPolicyEntry& find_weight_policy(std::string_view name);

constexpr const char* default_weight_policy = "auto";

}  // namespace spillway
