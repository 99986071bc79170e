// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Rewrites `network` into operators that the NPU runs as one or a few operations each.
/// * Activations and padding are fused.
/// * Reshapes, concatenations, splits and slices become views.
/// * Feature maps between NPU operators are stored in bricks of 16 channels, or as
///   `options.narrow_maps` says.
/// * On U85, elementwise operators join the operator before them, unless `options.chains` is off.
/// * Operators that the NPU does not run are marked `on_host`. `options.rules` names the release of
///   the compiler whose limits decide this; by default, it is the usual release for the processor.
/// * An operator of several operations becomes one operator per operation if the maps between its
///   operations are large. With `options.as_compiled`, this holds for maps of any size.
Network lower(const Network& network, const Target& target, const ScheduleOptions& options = {});

/// The Program of a lowered network under `plan`.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options);

}  // namespace spillway::ethosu
