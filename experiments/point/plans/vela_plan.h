// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// Whether the contents of a plan's file are a .tflite. Then the plan of its compiler is used.
bool is_tflite_plan(const std::string& contents);

struct VelaPlan {
  NetworkPlan plan;
  std::map<std::string, double> weight_ratios;  // by operator
};

/// Returns the plan in the contents of a .tflite that Arm's compiler made from the same network:
/// addresses, slices and buffers of weights, stripes. `network` is the lowered network; its maps
/// get the formats of the file. `source` names the file in error messages. Throws
/// UserError(input_file) if the file was compiled from another network, UserError(usage) if it is
/// for another processor, UserError(run_failed) if the plan exceeds a memory.
VelaPlan plan_as_compiled(const std::string& contents, const std::string& source, Network& network,
                          const Target& target);

}  // namespace spillway
