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

/// What all weight policies do: adds flows and buffers to a plan, operator by operator.
class FlowBuilder {
 public:
  FlowBuilder(const WeightNeeds& needs, Plan& plan);

  /// The operators that the plan has no flow for.
  std::vector<const WeightNeed*> open() const;

  /// Whether a rule thinks of a copy: the weights may be fetched, are read more than once, and lie
  /// in a memory of less bandwidth than that of the buffers. Operators of cascades read them in
  /// place.
  bool may_fetch(const WeightNeed& need) const;

  bool has_room(Bytes size, TimeStep lower, TimeStep upper) const {
    return room_->find(size, lower, upper).has_value();
  }

  void read_in_place(const WeightNeed& need);

  /// Every slice has a buffer of its own, one behind the other, from the step at which the first
  /// is fetched. False, and nothing added, when they do not fit.
  bool hold_all(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  /// Slices take turns in two buffers that are each as large as the largest. False, and nothing
  /// added, when they do not fit.
  bool take_turns(const WeightNeed& need, std::vector<WeightFlowSlice> slices);

  double compute_cycles(std::int32_t op) const;

  /// Sizes of the memory for buffers with which all answers would have been the same.
  SameRooms same_rooms() const { return room_ ? room_->same_rooms() : SameRooms{}; }

  /// Bytes per cycle of the memory that the weights lie in.
  double source_bandwidth(const WeightNeed& need) const;

 private:
  MemoryIndex source_of(const WeightNeed& need) const;
  std::int32_t add_buffer(const WeightNeed& need, Bytes offset, Bytes size, TimeStep lower);
  void add_flow(const WeightNeed& need, std::vector<std::int32_t> buffers,
                std::vector<WeightFlowSlice> slices);

  const WeightNeeds& needs_;
  Plan& plan_;
  std::unordered_map<TensorIndex, MemoryIndex> memory_of_;  // where tensors lie first
  std::optional<FreeRoom> room_;                            // none = no memory for buffers
};

}  // namespace spillway
