// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The tensors of `lowered` that the host or the application reads or writes when `compiled` runs.
/// These tensors must lie in the arena. Both networks come from the same plain network; throws
/// UserError(input_file) for a file of another network.
std::vector<TensorIndex> runtime_tensors(const Network& compiled, const Network& lowered,
                                         const Target& target);

/// Rewrites the .tflite of `compiled` so that it runs as `plan` says. `plan` is a plan for
/// `lowered`, which is the plain network lowered for `target`. Command streams, constants of the
/// processor, arena sizes and tensor offsets change. Throws UserError(input_file) for a file that
/// was not compiled from the network, and UserError(run_failed) for a plan that cannot be written
/// or an operator that the compiler computes in another way.
std::vector<std::uint8_t> relink_plan(const Network& compiled, const Network& lowered,
                                      const Plan& plan, const Target& target,
                                      const ScheduleOptions& options);

}  // namespace spillway::ethosu
