// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// A plan or compiled file that is simulated for a comparison.
struct Contestant {
  std::string label;
  DesignPoint point;
  // A file that was compiled from the network; its commands are simulated. Null for a plan.
  const Network* compiled = nullptr;
  std::string network;  // names the network or file in commands
  // The command that writes the file of `compiled`. If empty, `network` is the path of the file.
  std::string command = {};
};

}  // namespace spillway
