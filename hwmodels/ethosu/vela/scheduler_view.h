// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hwmodels/target/target.h"
#include "planner/compiler_view.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// What the scheduler of Vela 3.10 knows of a lowered network on `target`. Whether weights are
/// copied on a U85 follows the rule of release 5. Constants lie in memory `constants`. The network
/// must outlive the view.
std::shared_ptr<const CompilerView> scheduler_view(const Network& network, const Target& target,
                                                   MemoryIndex constants);

}  // namespace spillway::ethosu
