// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// Whether what was given as a plan is a .tflite, to be replayed as its compiler planned it.
bool is_tflite_plan(const std::string& contents);

struct VelaPlan {
  NetworkPlan plan;
  std::map<std::string, double> weight_ratios;  // by operator
};

/// The plan of a .tflite that Arm's compiler made of the network that was lowered to `network`:
/// addresses, slices and buffers of weights, stripes; `network` stores its maps in the formats of
/// the file from then on. `source` names the file in messages. Throws UserError(input_file) for a
/// file that was not compiled from it, UserError(usage) for one for another processor,
/// UserError(run_failed) when the plan exceeds a memory.
VelaPlan plan_as_compiled(const std::string& contents, const std::string& source, Network& network,
                          const Target& target);

}  // namespace spillway
