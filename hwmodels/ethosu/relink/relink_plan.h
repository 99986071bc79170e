// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the tensors of `lowered` that the host or the application reads or writes when
/// `compiled` runs. These tensors must lie in the arena. Throws UserError(input_file) if the two
/// networks do not come from the same plain network.
std::vector<TensorIndex> runtime_tensors(const Network& compiled, const Network& lowered,
                                         const Target& target);

/// Returns the .tflite file of `compiled`, rewritten so that it runs as `plan` says. `lowered` is
/// the plain network lowered for `target`, and `plan` is a plan for `lowered`. Command streams,
/// constants of the NPU, arena sizes and tensor offsets change.
///
/// Throws UserError(input_file) if the file was not compiled from the network. Throws
/// UserError(run_failed) if the plan cannot be written, or if the compiler computes an operator in
/// another way.
std::vector<std::uint8_t> relink_plan(const Network& compiled, const Network& lowered,
                                      const Plan& plan, const Target& target,
                                      const ScheduleOptions& options);

}  // namespace spillway::ethosu
