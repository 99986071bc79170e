// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "planner/weight_policy.h"
#include "planner/weights/free_space.h"

namespace spillway {

/// Returns the step at which an operator runs.
constexpr TimeStep step_of(std::int32_t op) { return op + 1; }

/// Adds weight flows and their buffers to a plan, operator by operator. All weight policies use
/// this class.
class FlowBuilder {
 public:
  FlowBuilder(const WeightNeeds& needs, Plan& plan);

  /// Returns the operators with weights for which the plan has no flow yet.
  std::vector<const WeightNeed*> open() const;

  /// Whether the rule-based policies `vela` and `prefetch` may copy these weights to a buffer. All
  /// of these conditions must hold:
  /// - The weights can be fetched, and there is a memory for buffers.
  /// - The weights are read more than once.
  /// - The operator does not run in a cascade.
  /// - The memory of the weights has less bandwidth than the memory of the buffers.
  bool may_fetch(const WeightNeed& need) const;

  bool fits(Bytes size, TimeStep lower, TimeStep upper) const {
    return free_space_->find(size, lower, upper).has_value();
  }

  void read_in_place(const WeightNeed& need);

  /// Gives every slice a buffer of its own, at consecutive addresses. The buffers are live from the
  /// step at which the first slice is fetched. Returns false and adds nothing if the buffers do not
  /// fit.
  bool hold_all(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  /// Makes the slices alternate between two buffers, each as large as the largest slice. Returns
  /// false and adds nothing if the two buffers do not fit.
  bool take_turns(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  double compute_cycles(std::int32_t op) const;

  /// Returns the range of sizes of the buffer memory for which all calls so far would have had the
  /// same results.
  CapacityRange same_capacities() const {
    return free_space_ ? free_space_->same_capacities() : CapacityRange{};
  }

  /// Returns the bytes per cycle of the memory from which the weights are read.
  double source_bandwidth(const WeightNeed& need) const;

 private:
  MemoryIndex source_of(const WeightNeed& need) const;
  std::int32_t add_buffer(const WeightNeed& need, Bytes offset, Bytes size, TimeStep lower);
  void add_flow(const WeightNeed& need, std::vector<std::int32_t> buffers,
                std::vector<WeightFlowSlice> slices);

  const WeightNeeds& needs_;
  Plan& plan_;
  /// Per tensor, the memory of its first residency.
  std::unordered_map<TensorIndex, MemoryIndex> memory_of_;
  std::optional<FreeSpace> free_space_;  // none = there is no memory for buffers
};

}  // namespace spillway
