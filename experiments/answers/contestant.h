// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/point/design_point.h"

namespace spillway {

/// Somebody's plan for a network, to be simulated beside others.
struct Contestant {
  std::string label;
  DesignPoint point;
  const Network* compiled = nullptr;  // replayed instead of the network, which it was made of
  std::string network;                // the word that names the network or file, for commands
  std::string command = {};           // writes `compiled`; empty = `network` names its file
};

}  // namespace spillway
