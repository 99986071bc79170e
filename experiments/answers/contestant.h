// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// A plan or compiled file that is simulated for a comparison.
struct Contestant {
  std::string label;
  DesignPoint point;
  const Network* compiled = nullptr;  // a file compiled from the network, which is replayed
  std::string network;                // the word for the network or file in commands
  std::string command = {};  // writes `compiled`; empty = `network` is the path of its file
};

}  // namespace spillway
