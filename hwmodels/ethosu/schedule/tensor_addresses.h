// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/index.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// An address in one of the target's memories.
struct Place {
  std::uint8_t memory = 0;  // index into Target::memories
  Address address = 0;
  Bytes size = 0;  // bytes of the whole residency; 0 = no residency
};

/// Returns the place that begins `bytes` bytes after the beginning of `place`.
Place place_after(Place place, Bytes bytes);

/// Returns an access to `bytes` consecutive bytes at a place.
Access linear_access(const Place& place, Bytes bytes, bool write, DataClass data);

/// The addresses of tensors under a plan. A place names its memory by the index in the target.
/// Tensors that the application owns lie one after the other after the end of the arena.
class TensorAddresses {
 public:
  /// Throws UserError(usage) if the plan names a memory that the target does not have, and
  /// UserError(run_failed) if the memory of the arena has no space for the application's tensors
  /// after the end of the arena.
  TensorAddresses(const Network& network, const Plan& plan, const Target& target);

  /// Returns the place of `tensor` at step `time`. If the tensor is in several memories, returns
  /// the place in the fastest memory. Throws UserError(run_failed) if the tensor is in no memory.
  Place place_of(TensorIndex tensor, TimeStep time) const;

  Place place_of(const Residency& residency) const;

  /// Whether the residency (place of a tensor and its steps) contains its data while the operator
  /// of step `time` runs. If a copy fills the residency, the copy must have ended before step
  /// Copy::latest. So the residency contains its data from this step on.
  bool is_filled(std::int32_t residency, TimeStep time) const;

  std::uint8_t memory(MemoryIndex of_plan) const { return at(memories_, of_plan); }

 private:
  void place_outside(const Target& target);

  const Network& network_;
  const Plan& plan_;
  std::vector<std::uint8_t> memories_;  // index: memory in the plan; value: in the target
  std::vector<TimeStep> filled_at_;     // per residency: the step from which it contains its data
  // The residencies (places of tensors and their steps) of each tensor, in ascending order of the
  // plan's memory numbers: fastest memory first.
  std::vector<std::vector<std::int32_t>> by_tensor_;
  // Per tensor: its place outside the plan if the application owns the tensor; otherwise unset.
  std::vector<std::optional<Place>> outside_;
};

/// Returns the number of bytes up to the end of the last residency (place of a tensor and its
/// steps), per memory of the target.
std::vector<Bytes> peak_bytes(const Plan& plan, const TensorAddresses& placement,
                              const Target& target);

}  // namespace spillway::ethosu
