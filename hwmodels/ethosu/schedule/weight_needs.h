// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/schedule/work_builder.h"
#include "planner/weight_policy.h"

namespace spillway::ethosu {

/// What weight policies need to know of the lowered `network` on `target`, whose memories a plan
/// numbers as the target does. Encoded sizes follow from `options`; transfers are counted with the
/// bandwidths that Vela's estimates use. Operators that read several tensors of weights, as an LSTM
/// does, read them where they lie. `constants` is the memory of constants, `buffers` the one
/// where copies may lie.
WeightNeeds weight_needs(const Network& network, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers);

/// The same for its operations.
WeightNeeds weight_needs(const NetworkOps& ops, const Target& target,
                         const ScheduleOptions& options, MemoryIndex constants,
                         MemoryIndex buffers);

}  // namespace spillway::ethosu
