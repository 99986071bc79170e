// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Names of metadata, each with its contents as bytes.
using OwnMetadata = std::vector<std::pair<std::string, std::vector<std::uint8_t>>>;

/// Adds metadata to `network` that its file does not contain. Network::file becomes a copy of the
/// file with the new contents at its end. All ByteViews of the network then refer to this copy.
void add_own_metadata(const OwnMetadata& added, Network& network);

}  // namespace spillway
