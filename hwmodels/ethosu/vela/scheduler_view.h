// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hwmodels/target/target.h"
#include "planner/compiler_view.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// What the scheduler of Vela 3.10 knows about a lowered network on `target`. On a U85, the rule of
/// release 5 decides which weights are copied. Constants lie in memory `constants`. The network
/// must outlive the view.
std::shared_ptr<const CompilerView> scheduler_view(const Network& network, const Target& target,
                                                   MemoryIndex constants);

}  // namespace spillway::ethosu
