// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traces/vela_per_layer.h"

namespace spillway {

/// What names the commands of a compiled network.
struct ReplayOptions {
  std::string debug_database;       // text of the compiler's; empty = none
  std::string debug_database_file;  // that names it in messages
  std::vector<VelaLayer> listing;   // the compiler's rows of the same compilation
  std::string listing_file;
};

}  // namespace spillway
