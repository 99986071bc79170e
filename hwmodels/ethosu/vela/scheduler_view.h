// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hwmodels/target/target.h"
#include "planner/compiler_view.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns what the scheduler of Vela 3.10 knows about a lowered network on `target`: for example,
/// its cost estimates and which operations can run in stripes. On an Ethos-U85, the rule of Vela 5
/// selects the weights that are copied to fast memory. `constants` is the memory that holds the
/// constants. `network` must outlive the result.
std::shared_ptr<const CompilerView> scheduler_view(const Network& network, const Target& target,
                                                   MemoryIndex constants);

}  // namespace spillway::ethosu
