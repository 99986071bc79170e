// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Rewrites `network` into operators that the NPU runs as one or a few operations each.
/// * Activations and padding become settings of the neighbouring operators.
/// * Reshapes, concatenations, splits and slices become views (operators read or write a tensor in
///   another shape, or a part of it) or copies.
/// * Feature maps between NPU operators are stored in bricks of 16 channels (NHCWB16).
///   `options.narrow_maps` makes exceptions for maps of few channels.
/// * On U85, an operator and the elementwise operators after it become a chain, unless
///   `options.chains` is off.
/// * Operators that the NPU does not run are marked `on_host`. The limits are those of the
///   compiler's release `options.rules`, by default 3.10 for U55 and U65, and 5.0 for U85.
/// * An operator that the NPU runs as several operations becomes one operator per operation, if the
///   maps between these operations are large. With `options.as_compiled`, maps of any size suffice.
Network lower(const Network& network, const Target& target, const ScheduleOptions& options = {});

/// Returns the Program (the work of NPU, DMA and host) of a lowered network under `plan`.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options);

}  // namespace spillway::ethosu
