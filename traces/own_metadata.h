// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Names of metadata, with their contents.
using OwnMetadata = std::vector<std::pair<std::string, std::vector<std::uint8_t>>>;

/// Adds metadata that the file of `network` does not contain. Network::file becomes a copy of the
/// file with the added contents at its end. All views of the network then refer to the copy.
void add_own_metadata(const OwnMetadata& added, Network& network);

}  // namespace spillway
