// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "planner/weight_policy.h"
#include "planner/weights/free_room.h"

namespace spillway {

/// The step at which an operator runs.
constexpr TimeStep step_of(std::int32_t op) { return op + 1; }

/// The common part of all weight policies: adds flows and buffers to a plan, operator by operator.
class FlowBuilder {
 public:
  FlowBuilder(const WeightNeeds& needs, Plan& plan);

  /// Returns the operators that have no flow in the plan.
  std::vector<const WeightNeed*> open() const;

  /// Whether the rule-based policies `vela` and `prefetch` may copy these weights to a buffer. They
  /// may if three conditions hold: the weights can be fetched, they are read more than once, and
  /// the memory of the weights has less bandwidth than the memory of the buffers. Operators of
  /// cascades read weights in place.
  bool may_fetch(const WeightNeed& need) const;

  bool has_room(Bytes size, TimeStep lower, TimeStep upper) const {
    return room_->find(size, lower, upper).has_value();
  }

  void read_in_place(const WeightNeed& need);

  /// Gives every slice a buffer of its own, at consecutive addresses. The buffers are live from the
  /// step at which the first slice is fetched. Returns false and adds nothing if the buffers do not
  /// fit.
  bool hold_all(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  /// Makes slices alternate between two buffers, each as large as the largest slice. Returns false
  /// and adds nothing if the buffers do not fit.
  bool take_turns(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  double compute_cycles(std::int32_t op) const;

  /// The range of sizes of the buffer memory for which all functions would have had the same
  /// results so far.
  SameRooms same_rooms() const { return room_ ? room_->same_rooms() : SameRooms{}; }

  /// Bytes per cycle of the memory that holds the weights.
  double source_bandwidth(const WeightNeed& need) const;

 private:
  MemoryIndex source_of(const WeightNeed& need) const;
  std::int32_t add_buffer(const WeightNeed& need, Bytes offset, Bytes size, TimeStep lower);
  void add_flow(const WeightNeed& need, std::vector<std::int32_t> buffers,
                std::vector<WeightFlowSlice> slices);

  const WeightNeeds& needs_;
  Plan& plan_;
  /// The memory of each tensor's first residency.
  std::unordered_map<TensorIndex, MemoryIndex> memory_of_;
  std::optional<FreeRoom> room_;  // none = there is no memory for buffers
};

}  // namespace spillway
