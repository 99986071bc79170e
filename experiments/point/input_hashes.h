// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// Hash of what a network is: of its file, or of its structure where it came from no file.
std::string network_hash(const Network& network);

/// The same of the user's own target, with the files that it is based on; empty for a built-in one,
/// which belongs to the version of the program.
std::string target_hash(const DesignPoint& point);

/// Something that a run read; what is built in belongs to the version of the program.
struct InputHash {
  std::string name;  // "network ds_cnn", "part fast.toml": what it is and how it was named
  std::string hash;
};

/// The network, then the files that options name, in the order of the options.
std::vector<InputHash> input_hashes(const Network& network, const DesignPoint& point);

}  // namespace spillway
