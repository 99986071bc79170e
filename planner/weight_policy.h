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

/// What a weight policy must know about one operator's weights.
struct WeightNeed {
  std::int32_t op = -1;  // index into Network::operators
  TensorIndex weights = no_tensor;
  std::int32_t channels = 0;    // number of output channels; a slice is a range of output channels
  std::int32_t granule = 1;     // slices begin at multiples of this number of channels
  bool may_be_fetched = false;  // the weights may be copied to a buffer before they are read
  /// The weights are used for one output pixel only, so rule-based policies do not copy them.
  bool read_once = false;
  /// Returns the slices that begin at the channels `first_channels`, with encoded sizes. The first
  /// element must be 0.
  std::function<std::vector<WeightFlowSlice>(const std::vector<std::int32_t>& first_channels)>
      slices;
};

/// Weights that are always read in place, and the size of their stored form.
struct FixedWeights {
  TensorIndex weights = no_tensor;
  Bytes bytes = 0;
};

/// What a weight policy must know about a network on its target. The implementation of the
/// processor family provides this struct.
struct WeightNeeds {
  std::vector<WeightNeed> operators;  // one per operator that reads one weight tensor, in order
  /// Weights of operators that read several weight tensors, such as LSTMs.
  std::vector<FixedWeights> fixed;
  std::vector<double> compute_cycles;   // cycles of the MAC array, per operator of the network
  std::vector<double> bytes_per_cycle;  // per memory of the plan, its bandwidth
  MemoryIndex constants = no_memory;    // memory of the constants that the plan does not place
  MemoryIndex buffers = no_memory;      // the memory for copies; no_memory = weights stay in place
  Bytes alignment = 16;                 // alignment of weight buffers and of constants
  Bytes made_up = 0;                    // bytes of constants that are not tensors of the network
  /// Indices of the operators whose kernels read constants that are not tensors of the network,
  /// ascending.
  std::vector<std::int32_t> made_up_readers;
  /// Null = no description of the processor's compiler exists.
  std::shared_ptr<const CompilerView> compiler;
};

/// Simulates a plan and returns its cycles. The function is empty if no simulator is available.
using PlanTime = std::function<double(const Plan& plan)>;

/// Simulates plans (at least one) and returns the index of the fastest plan. If several plans are
/// equally fast, returns the lowest of their indices. The function is empty if no simulator is
/// available.
using FastestPlan = std::function<std::size_t(const std::vector<Plan>& plans)>;

/// A range of sizes of the memory that holds weight buffers. A weight policy makes the same
/// decisions for all sizes in this range.
struct CapacityRange {
  Bytes from = 0;
  Bytes below = unlimited;

  bool contain(Bytes size) const { return from <= size && (size < below || below == unlimited); }
};

/// A weight policy: decides how weights reach the processor.
struct WeightPolicy {
  std::string name;
  std::string summary;  // one line for `spillway list weight-policies`
  /// Adds a flow for every operator of `needs` that has no flow in `plan`. Buffers go into the
  /// memory `needs.buffers` where the residencies of `plan` leave space. Returns the range of sizes
  /// of that memory for which the policy would make the same decisions. The function is stateless
  /// and deterministic.
  CapacityRange (*decide)(const WeightNeeds& needs, const FastestPlan& fastest, Plan& plan);
};

/// All weight policies, in the order in which they are listed.
const std::vector<WeightPolicy>& weight_policies();

/// Returns the policy of that name. Throws UserError(usage) with a suggestion if there is none.
const WeightPolicy& find_weight_policy(std::string_view name);

constexpr const char* default_weight_policy = "auto";

}  // namespace spillway
