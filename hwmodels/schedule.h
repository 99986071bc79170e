// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// ScheduleOptions::weight_ratio: weights take what the encoder makes of their values.
constexpr double as_encoded = -1;

/// The ratio of weights whose values the network does not have, where no other is given.
constexpr double ratio_without_values = 1.0;

struct ScheduleOptions {
  double weight_ratio = as_encoded;  // Ethos-U: encoded / original weight bytes, of all operators
  std::map<std::string, double> operator_weight_ratios;  // by operator name; overrides weight_ratio
  std::int32_t threads = 1;                              // xcore.ai
};

/// What the processor and the DMA of `target` do to run the lowered `network` under `plan`.
/// `plan.memories` are the target's, by name. Throws UserError(run_failed) for a plan that leaves a
/// tensor of `network` without a residency, and on Ethos-U for cascades that
/// cannot run in stripes.
Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options);

}  // namespace spillway
