// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// A network that comes with the program. It has int8 data and a published architecture. Its
/// constants have sizes but no contents.
struct BuiltinNetwork {
  const char* name;
  const char* summary;
  const char* source;
  // The table of its layers; null if `build` makes the network.
  const char* layers;
  Network (*build)() = nullptr;
};

const std::vector<BuiltinNetwork>& builtin_networks();

/// The built-in network of this name; nothing if there is none.
std::optional<Network> builtin_network(const std::string& name);

}  // namespace spillway
