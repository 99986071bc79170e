// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "hwmodels/target/target.h"
#include "planner/plan_network.h"
#include "traces/network.h"

namespace spillway {

/// Whether the contents of a plan's file are a .tflite. Such a file stands for the plan that the
/// compiler of the .tflite has chosen.
bool is_tflite_plan(const std::string& contents);

struct VelaPlan {
  NetworkPlan plan;
  // Weight ratios (encoded bytes per byte of weights), by operator name.
  std::map<std::string, double> weight_ratios;
};

/// Returns the plan in a .tflite that Arm's compiler made from the same network: addresses, slices
/// and buffers of weights, stripes. `contents` are the bytes of the file, and `source` names the
/// file in error messages. `network` is the lowered network. The function sets the formats (such as
/// NHWC or bricks) of its feature maps to the formats that the maps have in the file. Throws
/// UserError(input_file) if the file is not compiled or was compiled from another network,
/// UserError(usage) if the file is for another processor, and CapacityError if the plan exceeds a
/// memory.
VelaPlan plan_as_compiled(const std::string& contents, const std::string& source, Network& network,
                          const Target& target);

}  // namespace spillway
