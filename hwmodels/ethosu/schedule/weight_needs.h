// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/schedule/work_list.h"
#include "planner/weight_policy.h"

namespace spillway::ethosu {

/// Returns what weight policies must know about the weights of the lowered `network` on `target`:
/// * Plans number the memories as the target does. `constants` is the memory of constants,
///   `buffers` the memory for copies of weights.
/// * The encoded sizes of the weights follow from `options`.
/// * Transfers have the bandwidths that Vela assumes in its estimates.
/// * Operators that read several weight tensors, such as LSTMs, read their weights in place
///   (without a copy in a buffer).
WeightNeeds weight_needs(const Network& network, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers);

/// Does the same as the other weight_needs(), for a caller that has already called network_ops().
/// `ops` is the result of that call.
WeightNeeds weight_needs(const NetworkOps& ops, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers);

}  // namespace spillway::ethosu
