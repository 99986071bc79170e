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

/// The information for a weight policy about one operator's weights.
struct WeightNeed {
  std::int32_t op = -1;  // index into Network::operators
  TensorIndex weights = no_tensor;
  std::int32_t channels = 0;    // output channels, along which weights can be sliced
  std::int32_t granule = 1;     // slices begin at multiples of so many channels
  bool may_be_fetched = false;  // may be copied to a buffer before they are read
  bool read_once = false;       // for one output pixel; weight rules do not copy such weights
  /// Returns the slices, with encoded sizes, that begin at these channels; the first channel is 0.
  std::function<std::vector<WeightFlowSlice>(const std::vector<std::int32_t>& first_channels)>
      slices;
};

/// Weights that are always read in place, and their size there.
struct FixedWeights {
  TensorIndex weights = no_tensor;
  Bytes bytes = 0;
};

/// The information for a weight policy about a network on its target. The processor's family
/// provides it.
struct WeightNeeds {
  std::vector<WeightNeed> operators;  // in order; one per operator that reads one weight tensor
  std::vector<FixedWeights> fixed;  // of operators that read several weight tensors, such as LSTMs
  std::vector<double> compute_cycles;   // of the MAC array, per operator of the network
  std::vector<double> bytes_per_cycle;  // per memory of the plan
  MemoryIndex constants = no_memory;    // memory of the constants that the plan does not place
  MemoryIndex buffers = no_memory;      // memory for copies; none = weights stay in place
  Bytes alignment = 16;                 // of buffers and constants
  Bytes made_up = 0;                    // bytes of constants that are not tensors of the network
  std::vector<std::int32_t> made_up_readers;     // operators whose kernels read such constants, in
                                                 // order
  std::shared_ptr<const CompilerView> compiler;  // null = the family's compiler is not known
};

/// Simulates a plan and returns its cycles. Empty if no simulator is available.
using PlanTime = std::function<double(const Plan& plan)>;

/// Functions that compare plans by simulation.
struct FastestPlan {
  /// Returns the index of the fastest of the plans, which must not be empty; of equally fast plans,
  /// the first. Empty if no simulator is available.
  std::function<std::size_t(const std::vector<Plan>& plans)> of;
  /// Returns the cycles of the plan that `of` chose, and of its operators. May be empty.
  SimulatedCyclesOf cycles;
  /// Returns a lower bound of the cycles of such a plan, with its parts per operator; 0 and no
  /// parts if nothing is known. Empty if `cycles` is empty.
  SimulatedCyclesOf at_least;
};

/// Range of sizes of the buffer memory for which a policy makes the same decisions.
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
  /// Adds a flow for every operator of `needs` that has none in `plan`. Buffers go into the memory
  /// `needs.buffers` where the residencies of `plan` leave space. Returns the range of sizes of
  /// that memory for which it would decide the same.
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

/// Throws UserError(usage) with a suggestion if there is no policy of that name.
const WeightPolicyEntry& find_weight_policy(std::string_view name);

constexpr const char* default_weight_policy = "auto";

}  // namespace spillway
