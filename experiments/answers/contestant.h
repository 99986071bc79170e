// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// A planner, plan or compiled file that is simulated for a comparison.
struct Contestant {
  std::string label;
  DesignPoint point;
  // A file that was compiled from the network. Its commands are simulated. Null if the contestant
  // is a planner or a plan.
  const Network* compiled = nullptr;
  std::string network;  // name of the network or file in printed commands
  // The shell command that writes the file of `compiled`. If empty, the file exists, and `network`
  // is its path.
  std::string command = {};
};

}  // namespace spillway
