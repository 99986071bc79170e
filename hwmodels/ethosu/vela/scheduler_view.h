// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hwmodels/target/target.h"
#include "planner/compiler_view.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// What Vela's scheduler knows of a lowered network on `target`, whose memory `constants` holds its
/// constants: that of release 3.10, on U85 with release 5's choice of the weights that are copied.
/// The network must outlive it.
std::shared_ptr<const CompilerView> scheduler_view(const Network& network, const Target& target,
                                                   MemoryIndex constants);

}  // namespace spillway::ethosu
