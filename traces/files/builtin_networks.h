// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A network that is part of the program. It has int8 data and a published architecture, or stands
/// in for a network that is not public. Its constants have sizes but no contents.
struct BuiltinNetwork {
  const char* name;
  const char* summary;
  const char* source;
  // The layer table of the network; null if the function `build` makes the network.
  const char* layers;
  Network (*build)() = nullptr;
};

const std::vector<BuiltinNetwork>& builtin_networks();

/// Returns the built-in network of this name; nullopt if there is no such network.
std::optional<Network> builtin_network(const std::string& name);

}  // namespace spillway
