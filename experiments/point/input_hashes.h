// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// The hash of a network: of its file, or of its structure if it was not read from a binary file.
std::string network_hash(const Network& network);

/// The hash of the user's own target and the files that it is based on; empty for a built-in
/// target, which the version of the program determines.
std::string target_hash(const DesignPoint& point);

/// The hash of a file that a run has read. Built-in data have none, since the version determines
/// them.
struct InputHash {
  std::string name;  // what the file is and how it was named: "network ds_cnn", "part fast.toml"
  std::string hash;
};

/// The hash of the network, then those of the files that options name, in the order of the options.
std::vector<InputHash> input_hashes(const Network& network, const DesignPoint& point);

}  // namespace spillway
